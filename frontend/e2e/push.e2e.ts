import { randomUUID } from 'node:crypto';
import type { Alarm } from '@contract/alarm';
import type { AlarmPush } from '@contract/push';
import { FreezableTab } from './freezable-tab.js';
import { Neighbour } from './neighbour.js';
import { test } from './push-browser.js';
import { alarmPush, bodyOf, closePush, PushDelivery } from './service-worker.js';
import { arm, expect, observed } from './story.js';

/** Delivers real push events to the real service worker: the server's own, or made for the test. */

test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  // A driven browser has no push service, so a page with the permission subscribes in vain.
  expected: /Push API in incognito mode|40\d .*\/api\/(push|alarms)\//,
});

const tagsOf = async (delivery: PushDelivery) =>
  (await delivery.shown()).map(({ tag }) => tag).toSorted();

test('an alarm is one notification and one in the badge, until its end closes it', async ({
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
        body: 'Lägenhet 1203, Anna Berg. Ring 112 vid fara.',
        tag: `${fire}:0`,
        actions: ['Jag är i säkerhet', 'Jag behöver hjälp'],
        silent: false,
      },
    ]);
  await expect.poll(() => delivery.badge()).toBe(1);
  await delivery.deliver(alarmPush({ alarmId: fire }, 1));
  await expect.poll(() => tagsOf(delivery)).toEqual([`${fire}:1`]);
  await delivery.deliver(alarmPush({ alarmId: medical, type: 'medical' }));
  await expect.poll(() => tagsOf(delivery)).toEqual([`${fire}:1`, `${medical}:0`]);
  await expect.poll(() => delivery.badge()).toBe(2);
  await delivery.deliver(closePush(fire));
  await expect.poll(() => tagsOf(delivery)).toEqual([`${medical}:0`]);
  await expect.poll(() => delivery.badge()).toBe(1);
  await delivery.deliver(closePush(medical));
  await expect.poll(() => tagsOf(delivery)).toEqual([]);
  await expect.poll(() => delivery.badge()).toBe(0);
  await delivery.deliver('not for this worker');
  await expect
    .poll(async () => (await delivery.shown()).map(({ title }) => title))
    .toContain('ResQ');
});

test('two tabs and a push ring once on a device, and a second alarm is not swallowed', async ({
  subscriber,
  anotherTab,
  request,
}) => {
  const lisa = await subscriber('lisa');
  const first = lisa.tab;
  const second = await observed(await anotherTab(first.context));
  await second.page.goto('/app');
  for (const tab of [first, second]) await arm(tab);
  const anna = await Neighbour.of(request, 'anna');
  const fire = await anna.raise('fire');
  for (const { page } of [first, second]) {
    await expect(page.getByRole('alertdialog', { name: 'Brandlarm' })).toBeVisible();
  }
  const soundingTabs = () => [first, second].filter(({ observer }) => observer.loud > 2).length;
  await expect.poll(soundingTabs).toBe(1);
  // Last, because the push of a tab that needs more than a second to sound rings too.
  await lisa.receive();
  // The tab that sounds made the notification silent, and closed it.
  await expect.poll(() => tagsOf(lisa.delivery)).toEqual([]);

  const medical = await anna.raise('medical');
  await lisa.receive();
  const [notice, ...others] = await lisa.delivery.shown();
  expect(notice).toMatchObject({ tag: `${medical.id}:0`, silent: false });
  expect(others).toEqual([]);
  for (const { page } of [first, second]) {
    await expect(page.getByText(/^2 larm pågår/)).toBeVisible();
  }
  expect(soundingTabs(), 'the fire goes on in its tab alone').toBe(1);
  await anna.end(medical);
  await lisa.receive();
  await expect.poll(() => tagsOf(lisa.delivery)).toEqual([]);
  await anna.end(fire);
});

test('the sender sees a push sent, arrived and answered, which answers its own alarm alone', async ({
  subscriber,
  resident,
  request,
}) => {
  const lisa = await subscriber('lisa');
  const { delivery } = lisa;
  await lisa.tab.page.goto('about:blank');
  const sender = (await resident('anna')).page;
  const anna = await Neighbour.of(request, 'anna');
  const fire = await anna.raise('fire');
  const list = sender.getByRole('region', { name: 'Grannarna' });
  const group = (state: string) => list.getByRole('heading', { name: `${state} (1)` });
  const reached = (count: number) =>
    expect(
      sender.getByText(new RegExp(`^${count} av \\d+\\slägenhet(er)? nådda`)).first(),
    ).toBeVisible();
  await expect(group('Avisering skickad')).toBeVisible();
  await reached(0);
  const { data } = (await lisa.receive()).notification;
  await expect(group('Larmet har kommit fram')).toBeVisible();
  await reached(1);
  const tag = `${fire.id}:0`;
  await delivery.press(tag, 'safe');
  const texts = async () => (await delivery.shown()).map(({ body, tag }) => [tag, body]);
  await expect.poll(texts).toEqual([[tag, 'Ditt svar: Jag är i säkerhet.']]);
  await expect(group('I säkerhet')).toBeVisible();

  const medical = await anna.raise('medical');
  const { ticket } = data as AlarmPush;
  const foreign = alarmPush({ alarmId: medical.id, ticket });
  await delivery.deliver(foreign);
  await delivery.press(`${medical.id}:0`, 'need_help');
  await expect
    .poll(texts)
    .toContainEqual([`${medical.id}:0`, 'Svaret är inte skickat. Öppna ResQ.']);
  const { homes } = await anna.reach(medical);
  expect(homes.filter(({ response }) => response)).toEqual([]);

  await anna.end(fire);
  await anna.end(medical);
  const tags = async () => {
    await lisa.receiveAll();
    return tagsOf(delivery);
  };
  await expect.poll(tags).toEqual([]);
});

test('a frozen tab’s device is sent a push, and the tab shows the alarm when it is resumed', async ({
  subscriber,
  browser,
  request,
}) => {
  const lisa = await subscriber('lisa');
  const tab = await FreezableTab.insteadOf(lisa.tab, browser, lisa.script);
  await expect.poll(() => tab.text()).toContain('Larma dina grannar');
  const anna = await Neighbour.of(request, 'anna');
  const levelOf = async (alarm: Alarm) =>
    (await anna.reach(alarm)).homes.find(({ apartment }) => apartment === '1102')?.level;

  // The tab receives alarms before it is frozen, so that what follows is due to that alone.
  const medical = await anna.raise('medical');
  await expect.poll(() => levelOf(medical)).toBe('received');
  await anna.end(medical);
  await expect.poll(() => tab.text()).toContain('Faran är över.');

  await tab.freeze();
  const fire = await anna.raise('fire');
  await expect.poll(() => levelOf(fire)).toBe('pushed');
  expect(await tab.text(), 'its scripts stand still').toContain('Faran är över.');
  expect(await tab.lastLifecycleEvent()).toBe('freeze');
  await tab.resume();
  await expect.poll(() => tab.text()).toContain('Brandlarm');
  await expect.poll(() => levelOf(fire)).toBe('received');
  await anna.end(fire);
  await tab.close();
});

test('open tabs are notified of a test push, and of a subscription that the browser changed', async ({
  resident,
}) => {
  const lisa = await resident('lisa');
  const delivery = await PushDelivery.of(lisa);
  const listen = () =>
    lisa.page.evaluate(() => {
      const { serviceWorker } = navigator;
      const message = new Promise((resolve) =>
        serviceWorker.addEventListener('message', ({ data }) => resolve(data), { once: true }),
      );
      Object.assign(window, { message });
    });
  const message = () => lisa.page.evaluate(() => (window as { message?: unknown }).message);
  await listen();
  const testId = randomUUID();
  const push = bodyOf('Testavisering från ResQ', 'test', { kind: 'test', testId, ticket: 'none' });
  await delivery.deliver(push);
  expect(await message()).toEqual({ type: 'push:test', testId });
  expect((await delivery.shown()).map(({ title }) => title)).toEqual(['Testavisering från ResQ']);
  await listen();
  await delivery.changeSubscription();
  expect(await message()).toEqual({ type: 'push:changed' });
});

test('a press beside the buttons shows the tab that receives alarms, or opens the alarm', async ({
  resident,
}) => {
  const lisa = await resident('lisa');
  const delivery = await PushDelivery.of(lisa);
  const address = lisa.page.url();
  for (const isOpen of [true, false]) {
    if (!isOpen) await lisa.page.goto('about:blank');
    const alarmId = randomUUID();
    await delivery.deliver(alarmPush({ alarmId }));
    await delivery.press(`${alarmId}:0`, '');
    const opened = isOpen ? [address] : [address, '/app'];
    await expect.poll(() => delivery.opened()).toEqual(opened);
    expect(await tagsOf(delivery)).toContain(`${alarmId}:0`);
  }
});
