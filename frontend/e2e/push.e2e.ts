import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@contract/http';
import { Neighbour } from './neighbour.js';
import { alarmPush, bodyOf, closePush, PushDelivery } from './service-worker.js';
import { arm, expect, test } from './story.js';
import { PASSWORD } from './visitor.js';

/** Delivers real push events to the real service worker. */

test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  // A driven browser has no push service, so a page with the permission subscribes in vain.
  expected: /Push API in incognito mode|40\d .*\/api\/(push|alarms)\//,
});

const tagsOf = async (delivery: PushDelivery) =>
  (await delivery.shown()).map(({ tag }) => tag).toSorted();

test('an alarm is one notification, which each step replaces and its end closes', async ({
  resident,
}) => {
  const lisa = await resident('lisa');
  const delivery = await PushDelivery.of(lisa);
  // Without a tab the service worker has nobody to ask.
  await lisa.page.goto('about:blank');
  const [fire, medical] = [randomUUID(), randomUUID()].toSorted() as [string, string];
  await delivery.deliver(alarmPush({ alarmId: fire }));
  await expect
    .poll(() => delivery.shown())
    .toEqual([
      {
        title: 'Brandlarm – Storgatan 12',
        body: 'Anna Berg, lägenhet 1203. Ring 112 vid fara.',
        tag: `${fire}:0`,
        actions: ['Jag är i säkerhet', 'Jag behöver hjälp'],
        silent: false,
      },
    ]);
  await delivery.deliver(alarmPush({ alarmId: fire }, 1));
  await expect.poll(() => tagsOf(delivery)).toEqual([`${fire}:1`]);
  await delivery.deliver(alarmPush({ alarmId: medical, type: 'medical' }));
  await expect.poll(() => tagsOf(delivery)).toEqual([`${fire}:1`, `${medical}:0`]);
  await delivery.deliver(closePush(fire));
  await expect.poll(() => tagsOf(delivery)).toEqual([`${medical}:0`]);
  await delivery.deliver('not for this worker');
  await expect
    .poll(async () => (await delivery.shown()).map(({ title }) => title))
    .toContain('ResQ');
});

test('a push of the alarm that the visible tab sounds leaves no notification', async ({
  resident,
  request,
}) => {
  const lisa = await resident('lisa');
  await arm(lisa);
  const delivery = await PushDelivery.of(lisa);
  const anna = await Neighbour.of(request, 'anna');
  const alarm = await anna.raise('fire');
  await delivery.deliver(alarmPush({ alarmId: alarm.id }));
  await expect(lisa.page.getByRole('alertdialog', { name: 'Brandlarm' })).toBeVisible();
  await expect.poll(() => lisa.observer.loud).toBeGreaterThan(2);
  const another = randomUUID();
  await delivery.deliver(alarmPush({ alarmId: another }));
  // The later push is shown, so the earlier one has been handled too.
  await expect.poll(() => tagsOf(delivery)).toEqual([`${another}:0`]);
});

test('a notification reports its arrival, and answers the alarm without a tab', async ({
  resident,
  request,
}) => {
  const lisa = await resident('lisa');
  const delivery = await PushDelivery.of(lisa);
  const deviceId = await lisa.page.evaluate(() => localStorage.getItem('resq.device') ?? '');
  await lisa.page.goto('about:blank');
  const anna = await Neighbour.of(request, 'anna');
  const alarm = await anna.raise('fire');
  const homeOf = async () =>
    (await anna.reach(alarm)).homes.find(({ names }) => names.join().includes('Lisa'));
  // This server makes no tickets yet; an access token is accepted in the same place.
  const data = { email: 'lisa@resq.example', password: PASSWORD };
  const answer = await request.post('/api/auth/sign-in', { data });
  const ticket = ((await answer.json()) as SignedIn).accessToken;
  const tag = `${alarm.id}:0`;
  await delivery.deliver(alarmPush({ alarmId: alarm.id, deviceId, ticket }));
  await expect.poll(async () => (await homeOf())?.level).toBe('received');
  await delivery.press(tag, 'safe');
  const texts = async () => (await delivery.shown()).map(({ body, tag }) => [tag, body]);
  await expect.poll(texts).toEqual([[tag, 'Ditt svar: Jag är i säkerhet.']]);
  expect(await homeOf()).toMatchObject({ level: 'responded', response: 'safe' });

  const refused = randomUUID();
  await delivery.deliver(alarmPush({ alarmId: refused }));
  await expect.poll(() => tagsOf(delivery)).toContain(`${refused}:0`);
  await delivery.press(`${refused}:0`, 'need_help');
  await expect.poll(texts).toContainEqual([`${refused}:0`, 'Svaret är inte skickat. Öppna ResQ.']);
});

test('a test push is shown, and the open tabs are notified', async ({ resident }) => {
  const lisa = await resident('lisa');
  const delivery = await PushDelivery.of(lisa);
  const message = lisa.page.evaluate(
    () =>
      new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data)),
      ),
  );
  const testId = randomUUID();
  const push = bodyOf('Testavisering från ResQ', 'test', { kind: 'test', testId, ticket: 'none' });
  await delivery.deliver(push);
  expect(await message).toEqual({ type: 'push:test', testId });
  expect((await delivery.shown()).map(({ title }) => title)).toEqual(['Testavisering från ResQ']);
});
