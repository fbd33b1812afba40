import type { Page } from '@playwright/test';
import { PAGE_HEADS } from '@contract/paths';
import { expect, holdMessages, signIn, test } from '../visitor.js';

/** Section 2 of the specification: the addresses, their pages, and their links and redirects. */

const HEADINGS: Record<string, string | RegExp> = {
  '/': 'Welcome',
  '/about': 'Om ResQ',
  '/contact': 'Kontakt',
  '/careers': 'Karriär och samarbete',
  '/privacy': 'Integritetspolicy',
  '/terms': 'Användarvillkor',
  '/cookies': 'Cookiepolicy',
  '/auth': /Logga in/,
};

test('§2 every public page has its own title, and its logo leads to /', async ({ visitor }) => {
  const { page } = await visitor();
  for (const [path, heading] of Object.entries(HEADINGS)) {
    await test.step(path, async () => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      expect(answer?.headers()['x-robots-tag']).toBeUndefined();
      const served = (await answer?.text()) ?? '';
      const head = PAGE_HEADS[path];
      expect(served).toContain(`<title>${head?.title}</title>`);
      expect(served).toContain(head?.description);
      expect(served).toContain('<html lang="sv">');
      await expect(page.getByRole('heading', { level: 1, name: heading })).toHaveCount(1);
      if (path !== '/') await expect(page).toHaveTitle(head?.title ?? '');
      const logo = page.getByRole('banner').getByRole('link', { name: 'ResQ' });
      await expect(logo).toHaveAttribute('href', '/');
    });
  }
  await page.getByRole('banner').getByRole('link', { name: 'ResQ' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
});

test('§2 an unknown address shows the 404 page, logs its path and links to /', async ({
  browser,
}) => {
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  for (const path of [
    '/finns-inte',
    '/about/mer',
    '/fil.php',
    '/index.html',
    '/admin/finns-inte',
    '/ABOUT',
    '/building/finns-inte',
  ]) {
    await test.step(path, async () => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      expect(answer?.headers()['x-robots-tag']).toBe('noindex');
      const heading = page.getByRole('heading', { level: 1, name: 'Oops! Page not found' });
      await expect(heading).toBeVisible();
      await expect(heading).toHaveAttribute('lang', 'en');
      expect(said.filter((line) => line.includes(path) && line.includes('404'))).toHaveLength(1);
      const home = page.getByRole('link', { name: 'Till startsidan' });
      await expect(home).toHaveAttribute('href', '/');
    });
  }
  await page.getByRole('link', { name: 'Till startsidan' }).click();
  await expect(page).toHaveURL('/');
  await page.close();
});

test('the pages behind the sign-in are served to everybody, but closed to search engines', async ({
  request,
}) => {
  for (const path of ['/app', '/building', '/admin/codes', '/join']) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['x-robots-tag'], path).toBe('noindex');
  }
});

test('the files beside the pages are served', async ({ request }) => {
  for (const [path, type] of [
    ['/favicon.svg', 'image/svg+xml'],
    ['/favicon.png', 'image/png'],
    ['/icon-180.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/robots.txt', 'text/plain'],
    ['/licenses.txt', 'text/plain'],
  ] as const) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['content-type']).toContain(type);
    expect(answer.headers()['cache-control']).toBe('no-cache');
  }
});

test('/licenses.txt holds the licences of bundled scripts and styles', async ({ request }) => {
  const text = await (await request.get('/licenses.txt')).text();
  for (const name of ['react', 'socket.io-client', 'tailwindcss']) {
    expect(text).toMatch(new RegExp(`^## ${name} - [\\d.]+ \\(MIT\\)\n\n.*MIT`, 'm'));
  }
});

test('§2 the footer leads to every information page', async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto('/cookies');
  const footer = page.getByRole('contentinfo');
  for (const [text, path] of [
    ['Om ResQ', '/about'],
    ['Kontakt', '/contact'],
    ['Karriär', '/careers'],
    ['Integritetspolicy', '/privacy'],
    ['Användarvillkor', '/terms'],
    ['Cookiepolicy', '/cookies'],
    ['Till inloggningen', '/auth'],
  ] as const) {
    await footer.getByRole('link', { name: text, exact: true }).click();
    await expect(page).toHaveURL(path);
    // The heading gets the focus, so that a screen reader announces the new page.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const mails = page.getByRole('main').locator('a[href^="mailto:kontakt@resq.example"]');
    if (path === '/contact') await expect(mails).toHaveCount(1);
    if (path === '/careers') await expect(mails).toHaveCount(3);
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Cookiepolicy' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Logga in' })).toBeVisible();
  await footer.getByRole('link', { name: 'Om ResQ', exact: true }).click();
  await page.getByRole('button', { name: 'Kom igång nu' }).click();
  await expect(page).toHaveURL('/');
});

test('§4 §6 a signed-in user is redirected from /auth, and a resident from /admin/codes', async ({
  user,
}) => {
  const { page } = await user('otto');
  await holdMessages(page);
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Till larmpanelen' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Åtkomstkoder' })).toHaveCount(0);
  await page.goto('/admin/codes');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('alert')).toContainText('Ingen åtkomst');
  const admin = (await user('admin')).page;
  await admin.goto('/');
  await admin.getByRole('link', { name: 'Åtkomstkoder' }).click();
  await expect(admin).toHaveURL('/admin/codes');
});

test('§4 a sign-in in one tab redirects another tab from /auth to /', async ({
  visitor,
  anotherTab,
}) => {
  const { page, context } = await visitor();
  const other = await anotherTab(context);
  await other.page.goto('/auth');
  await expect(other.page.getByLabel('Lösenord', { exact: true })).toBeVisible();
  await signIn(page, 'otto@resq.example');
  await expect(other.page).toHaveURL('/');
});

test('on a phone no toast covers the headline of a form, or the link to the panel', async ({
  visitor,
}) => {
  const { page } = await visitor({ viewport: { width: 320, height: 600 } });
  await holdMessages(page);
  await page.goto('/auth');
  // A click would scroll to the button, and away from the headline.
  await page.getByLabel('E-post').press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Valideringsfel' })).toBeVisible();
  await expectHeadlineSeen(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'otto@resq.example');
  await expect(page.getByText('Välkommen tillbaka!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // A click waits until nothing covers the link, so the toast must still be shown after it.
  await page.getByRole('link', { name: 'Till larmpanelen' }).click();
  await expect(page).toHaveURL('/app');
  await expect(page.getByRole('heading', { name: 'Larma dina grannar' })).toBeVisible();
  await expectHeadlineSeen(page);
});

/** Expects that nothing lies over the headline while a toast is shown. */
async function expectHeadlineSeen(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Stäng meddelandet' })).toBeVisible();
  const isSeen = await page.getByRole('heading', { level: 1 }).evaluate(async (h1) => {
    // The page makes room for the toast in the next frame.
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { left, top, width, height } = h1.getBoundingClientRect();
    return [0.05, 0.5, 0.95].every((part) =>
      h1.contains(document.elementFromPoint(left + width / 2, top + height * part)),
    );
  });
  expect(isSeen).toBe(true);
}
