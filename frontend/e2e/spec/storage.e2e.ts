import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, holdMessages, signIn, test } from '../visitor.js';
import { newEmail, passGate, send } from './forms.js';

/** Sections 3, 4 and 9 of the specification: what the browser stores, where, and for how long. */

// One test makes the server unreachable.
test.use({ expected: /net::ERR_FAILED/ });

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const DAY_MS = 24 * 60 * 60_000;

const perTab = (page: Page) => page.evaluate((): Record<string, string> => ({ ...sessionStorage }));
const local = (page: Page) => page.evaluate((): Record<string, string> => ({ ...localStorage }));

test('§3 §4 session storage holds the id of the code session, and the access record while it grants access', async ({
  visitor,
  anotherTab,
}) => {
  const { page, context } = await visitor();
  await holdMessages(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const code = page.getByLabel('Inbjudningskod');
  const landing = page.getByRole('heading', { name: 'När sekunder räknas' });
  await page.goto('/');
  await expect(code).toBeVisible();
  const stored = await perTab(page);
  expect(Object.keys(stored)).toEqual(['resq.session-id']);
  expect(stored['resq.session-id']).toMatch(UUID_V4);
  expect(
    asked.filter((path) => path.startsWith('/api')),
    'a new id is not looked up',
  ).toEqual([]);

  await code.fill('NOPE-0000');
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await perTab(page)).not.toHaveProperty('resq.access');

  await code.fill('demo-2026');
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(landing).toBeVisible();
  const record = JSON.parse((await perTab(page))['resq.access'] ?? '') as Record<string, string>;
  expect(Object.keys(record)).toEqual(['code', 'validatedAt']);
  expect(record['code']).toBe('DEMO-2026');
  expect(record['validatedAt']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const lookUp = `**/api/gate/sessions/${stored['resq.session-id']}`;
  await page.route(lookUp, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByText('Laddar …')).toBeVisible();
  await expect(code).toHaveCount(0);
  await expect(landing).toHaveCount(0);
  release();
  await expect(landing).toBeVisible();
  await page.unroute(lookUp);

  await test.step('another tab has its own session and shows the gate', async () => {
    const other = await anotherTab(context);
    await other.page.goto('/');
    await expect(other.page.getByLabel('Inbjudningskod')).toBeVisible();
    await other.page.close();
  });

  for (const isReachable of [true, false]) {
    await page.evaluate((id) => {
      sessionStorage.setItem('resq.session-id', id);
      sessionStorage.setItem('resq.access', '{"code":"DEMO-2026","validatedAt":"2026-01-01"}');
    }, randomUUID());
    if (!isReachable) await page.route('**/api/gate/sessions/*', (route) => route.abort());
    await page.goto('/');
    await expect(code).toBeVisible();
    expect(await perTab(page)).not.toHaveProperty('resq.access');
  }
});

test('§7 local storage holds the user and the end of the session, no token, and the cookies are HttpOnly', async ({
  visitor,
}) => {
  const { page, context } = await visitor();
  const before = Date.now();
  await signIn(page, 'otto@resq.example');
  const stored = await local(page);
  const session = JSON.parse(stored['resq.session'] ?? '') as { until: string; user: object };
  expect(session.user).toMatchObject({ email: 'otto@resq.example', roles: [] });
  const lasts = Date.parse(session.until) - before;
  expect(lasts).toBeGreaterThan(30 * DAY_MS - 1_000);
  expect(lasts).toBeLessThan(30 * DAY_MS + 60_000);
  expect(JSON.stringify([stored, await perTab(page)])).not.toMatch(/eyJ[\w-]+\./);
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(['resq_known', 'resq_rt']);
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const daysOf = Object.fromEntries(
    cookies.map(({ name, expires }) => [name, (expires * 1_000 - before) / DAY_MS]),
  );
  expect(daysOf['resq_rt']).toBeCloseTo(30, 1);
  expect(daysOf['resq_known']).toBeCloseTo(365, 1);

  // The start page asks a signed-in user for a code, too, and links to the panel.
  const panel = page.getByRole('link', { name: 'Till larmpanelen' });
  await expect(page.getByLabel('Inbjudningskod')).toBeVisible();
  await expect(panel).toBeVisible();
  await passGate(page);
  await expect(panel).toBeVisible();
});

test('§9 the theme is light at first, ignores the system, is remembered, and is not printed', async ({
  visitor,
}) => {
  const { page } = await visitor({ colorScheme: 'dark' });
  const isWhite = () =>
    expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const isDark = () =>
    expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 17, 22)');
  await page.goto('/about');
  await isWhite();
  await page.getByRole('button', { name: 'Byt till mörkt tema' }).click();
  await isDark();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Byt till ljust tema' })).toBeVisible();
  await isDark();
  await test.step('a policy prints black on white, without buttons and navigation', async () => {
    await page.goto('/privacy');
    await isDark();
    await page.emulateMedia({ media: 'print' });
    await isWhite();
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Larmhistorik sparas i 12 månader.')).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  });
  await page.getByRole('button', { name: 'Byt till ljust tema' }).click();
  await page.goto('/terms');
  await isWhite();
});

test('a visitor can sign up in a browser that refuses all storage', async ({ visitor }) => {
  const { page } = await visitor();
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      });
    }
  });
  await passGate(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Till inloggningen' }).click();
  await page.getByRole('button', { name: 'Inget konto? Skapa konto' }).click();
  await send(page, 'signUp', { 'E-post': newEmail() });
  await expect(page.getByText('Kontot skapat!')).toBeVisible();
});
