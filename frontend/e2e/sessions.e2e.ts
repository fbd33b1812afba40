import { NetworkLink, reconnect } from './network-link.js';
import { Neighbour } from './neighbour.js';
import { expect, PASSWORD, test } from './story.js';

/** Tests what ends a session and what does not: captive portals, lost networks, refused cookies. */

test.use({ expected: /(401|WebSocket|ERR_INTERNET)/ });

const SIGN_IN_PAGE = { status: 401, contentType: 'text/html', body: '<h1>Hotellets Wi-Fi</h1>' };

for (const { tag, rounds, scope } of [
  { tag: [], rounds: 1, scope: 'comes and goes' },
  { tag: ['@long'], rounds: 2, scope: 'comes and goes twice' },
]) {
  test(
    `a captive portal that ${scope} signs nobody out`,
    { tag },
    async ({ listener, request }) => {
      const anna = await Neighbour.of(request, 'anna');
      const lisa = await listener('lisa');
      const { page, context } = lisa;
      const link = await NetworkLink.of(context);
      for (let round = 0; round < rounds; round += 1) {
        await context.route('**/api/**', (route) => route.fulfill(SIGN_IN_PAGE));
        await link.blockSockets();
        const refused = page.waitForResponse('**/api/auth/refresh');
        await page.reload();
        expect((await refused).status()).toBe(401);
        await expect.poll(() => lisa.observer.text).toMatch(/Ansluter|Frånkopplad/);
        expect(new URL(page.url()).pathname).toBe('/app');
        await context.unroute('**/api/**');
        link.allowSockets();
        await reconnect(page);
        await expect.poll(() => lisa.observer.text).not.toMatch(/Ansluter|Frånkopplad/);
      }
      await anna.raise('fire');
      await expect(page.getByRole('alertdialog').getByText('Brandlarm')).toBeVisible();
    },
  );
}

test('a session entry that the browser has lost is written again', async ({ resident }) => {
  const { page } = await resident('lisa');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Brand', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('resq.session'))).toContain('lisa@');
});

test('a sign-out without a network is said, and finished after the tab was closed', async ({
  resident,
  anotherTab,
}) => {
  const { page, context } = await resident('lisa');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Logga ut' }).first().click();
  await expect(page.getByText('Servern går inte att nå')).toBeVisible();
  await page.close();
  expect((await context.cookies()).map(({ name }) => name)).toContain('resq_rt');

  await context.setOffline(false);
  const next = await anotherTab(context);
  const confirmed = next.page.waitForResponse('**/api/auth/sign-out');
  await next.page.goto('/');
  expect((await confirmed).status()).toBe(204);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('resq_rt');
  await expect(next.page.getByText('Servern går inte att nå')).toHaveCount(0);
});

// `auth.test.tsx` tests it without a server.
test(
  'a browser that refuses cookies is told so at the sign-in',
  { tag: '@long' },
  async ({ visitor }) => {
    const { page, context } = await visitor();
    await page.route('**/api/auth/sign-in', async (route) => {
      const response = await route.fetch();
      const { 'set-cookie': _, ...headers } = response.headers();
      await context.clearCookies();
      await route.fulfill({ response, headers });
    });
    await page.goto('/auth');
    await page.getByLabel('E-post').fill('lisa@resq.example');
    await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Logga in', exact: true }).click();
    await expect(page.getByText('Webbläsaren tar inte emot kakor')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/auth');
  },
);
