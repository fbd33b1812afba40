import type { APIRequestContext, Page } from '@playwright/test';
import { alarmPath, PAGES, pastAlarmPath } from '@contract/paths';
import type { Membership, SignedIn } from '@contract/http';
import { Neighbour } from './neighbour.js';
import { ask, enter, PASSWORD, post } from './visitor.js';
import { expect, test } from './story.js';

/** Tests that a signed-in tab receives alarms on every page, and shows when it does not. */

/** Some tests block the chunk that holds the alarm's code. */
const ALARM_CHUNK = /\/assets\/alarm-[^/]+\.js$/;
const NOT_YET = 'Larm når inte den här fliken än.';
const APARTMENT = '1409';

// The sheet for the rescue service opens without the token that its code brings.
test.use({ expected: /net::ERR_FAILED|404 .*\/api\/handover\// });

const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Brandlarm' });

/** Gives the administrator a home, so that one person may open every page. */
async function adminWithHome(request: APIRequestContext) {
  const data = { email: 'admin@resq.example', password: PASSWORD };
  const signedIn = await post(request, '/auth/sign-in', { data });
  const { accessToken } = (await signedIn.json()) as SignedIn;
  const headers = { Authorization: `Bearer ${accessToken}` };
  const home = { name: 'Ada Admin', apartment: APARTMENT };
  const joined = await post(request, '/demo/join', { headers, data: home });
  expect(joined.ok(), await joined.text()).toBe(true);
  const { id } = (await joined.json()) as Membership;
  return { leave: () => ask(request, `/memberships/${id}`, { method: 'DELETE', headers }) };
}

/** One page of each kind: public, of a member, of an administrator, and unknown. */
const SAMPLE = [PAGES.about, PAGES.app, PAGES.adminCodes, '/finns-inte'];

for (const { tag, isWhole, scope } of [
  { tag: [], isWhole: false, scope: 'a page of each kind' },
  { tag: ['@long'], isWhole: true, scope: 'every page of the router' },
]) {
  test(
    `an alarm opens, sounds and is reported as heard on ${scope}`,
    { tag },
    async ({ listener, request }) => {
      const anna = await Neighbour.of(request, 'anna');
      const past = await anna.raise('fire');
      await anna.end(past);
      const others = [alarmPath(past.id), pastAlarmPath(past.id), '/finns-inte'];
      // A display shows the alarm without names, and without the tab's session.
      const pages = Object.values(PAGES).filter((path) => path !== PAGES.kiosk);
      const paths = isWhole ? [...pages, ...others] : SAMPLE;
      const { leave } = await adminWithHome(request);
      try {
        const { page, observer } = await listener('admin');
        for (const path of paths) {
          await test.step(path, async () => {
            await page.goto(path);
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
            // The press unlocks the sound, whether the alarm's code is loaded already or not.
            await page.mouse.click(4, 400);
            observer.forget();
            const alarm = await anna.raise('fire');
            await expect(dialog(page)).toBeVisible();
            await expect(page).toHaveTitle('● Brandlarm – \u2068Storgatan 12\u2069');
            await expect.poll(() => observer.loud, { intervals: [50] }).toBeGreaterThan(3);
            const level = async () =>
              (await anna.reach(alarm)).homes.find(({ apartment }) => apartment === APARTMENT)
                ?.level;
            await expect.poll(level).toBe('sounding');
            await anna.end(alarm);
          });
        }
      } finally {
        await leave();
      }
    },
  );
}

test('one connection and one dialog remain on the way through public and signed-in pages', async ({
  user,
  request,
}) => {
  const { page } = await user('lisa');
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  // On a busy machine the panel may connect only now; its connection ends with its document.
  page.once('framenavigated', () => sockets.splice(0));
  await page.goto('/about');
  const anna = await Neighbour.of(request, 'anna');
  await anna.raise('fire');
  await dialog(page).getByRole('button', { name: 'Minimera' }).click();
  const bar = page.getByRole('button', { name: /^Brandlarm pågår/ });
  await expect(bar).toHaveCount(1);
  await page.getByRole('banner').getByRole('link', { name: 'ResQ' }).click();
  await expect(bar).toBeInViewport();
  await page.getByRole('link', { name: 'Till larmpanelen' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(bar, 'the page itself shows the alarm').toHaveCount(0);
  await page.goBack();
  await bar.click();
  await expect(dialog(page)).toHaveCount(1);
  expect(sockets).toHaveLength(1);
});

test('a page shows that the alarm has not loaded, and receives alarms once it has', async ({
  resident,
  request,
}) => {
  const { page, context } = await resident('lisa');
  await context.route(ALARM_CHUNK, (route) => route.abort());
  await page.goto('/about');
  await expect(page.getByText(NOT_YET)).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1, name: 'Om ResQ' })).toBeVisible();
  const anna = await Neighbour.of(request, 'anna');
  await anna.raise('fire');
  await context.unroute(ALARM_CHUNK);
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByText(NOT_YET)).toHaveCount(0);
});

// `auth-page.test.tsx` tests the order without a browser.
test(
  'the confirmation of a sign-in comes after the alarm’s code, not before',
  { tag: '@long' },
  async ({ visitor }) => {
    const { page } = await visitor();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(ALARM_CHUNK, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/auth');
    await enter(page, 'karl@resq.example');
    await page.waitForURL('/');
    await expect(page.getByText(NOT_YET)).toBeInViewport();
    const welcome = page.getByText('Välkommen tillbaka!');
    await expect(welcome).toHaveCount(0);
    release();
    await expect(welcome).toBeVisible();
    await expect(page.getByText(NOT_YET)).toHaveCount(0);
  },
);
