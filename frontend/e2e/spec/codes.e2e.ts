import { randomUUID } from 'node:crypto';
import type { AccessCode, SignedIn } from '@contract/http';
import type { Page } from '@playwright/test';
import { expect, PASSWORD, signIn, test } from '../visitor.js';
import { send } from './forms.js';

/** Sections 2, 4, 6 and 7 of the specification: the administrator's page for access codes. */

test.use({ expected: /net::ERR_FAILED/ });

async function openCodes(page: Page): Promise<void> {
  await signIn(page, 'admin@resq.example');
  await page.goto('/admin/codes');
  await expect(page.getByText('DEMO-2026', { exact: true })).toBeVisible();
}

const rows = (page: Page) => page.getByRole('table').getByRole('row');

/** Creates a code for a receiver that no other row has. */
async function create(page: Page): Promise<{ code: string; name: string }> {
  const name = `Mottagare ${randomUUID()}`;
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/admin/codes') && answer.request().method() === 'POST',
  );
  await send(page, 'codes', { 'Namn (valfritt)': name });
  const { code } = (await (await answered).json()) as AccessCode;
  await expect(rows(page).filter({ hasText: name })).toContainText(code);
  return { code, name };
}

test("§7 'Generera kod' generates a code, then creates it with its receiver", async ({
  visitor,
}) => {
  const { page } = await visitor();
  await openCodes(page);
  const sent: [string, unknown][] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    sent.push([new URL(request.url()).pathname, request.postDataJSON()]);
  });
  await send(page, 'codes', {
    'Namn (valfritt)': ' Anna Berg ',
    'Företag (valfritt)': 'BRF Eken',
  });
  await expect(page.getByText('Kod skapad!')).toBeVisible();
  const { code } = sent[1]?.[1] as { code: string };
  expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  expect(sent).toEqual([
    ['/api/admin/codes/generate', null],
    ['/api/admin/codes', { code, name: 'Anna Berg', company: 'BRF Eken' }],
  ]);
  // The toast shows the code, and the list has it first.
  await expect(page.getByRole('status').filter({ hasText: 'Kod skapad!' })).toContainText(code);
  await expect(rows(page).nth(1)).toContainText(code);
  await expect(page.getByLabel('Namn (valfritt)')).toHaveValue('');
});

test("§2 a code shows 'Aktiv' from its first use on, and 'Inte använd' before", async ({
  visitor,
}) => {
  const { page } = await visitor();
  await openCodes(page);
  const { code, name } = await create(page);
  const row = rows(page).filter({ hasText: name });
  await expect(row.getByText('Inte använd', { exact: true })).toBeVisible();
  await expect(row.getByText('Aktiv', { exact: true })).toHaveCount(0);
  const data = { code, sessionId: randomUUID() };
  expect(await (await page.request.post('/api/gate/validate-code', { data })).json()).toEqual({
    success: true,
  });
  await page.getByRole('button', { name: 'Uppdatera' }).click();
  await expect(row.getByText('Aktiv', { exact: true })).toBeVisible();
  await expect(row.getByText('Inte använd', { exact: true })).toHaveCount(0);
  await expect(row).toContainText('Använd 1 gång');
});

test('§2 copying puts the code on the clipboard', async ({ visitor }) => {
  const { page, context } = await visitor();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openCodes(page);
  await page.getByRole('button', { name: 'Kopiera koden DEMO-2026' }).click();
  await expect(page.getByText('Kopierad!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('DEMO-2026');
});

test('deleting asks first, with the focus on the safe answer, and Escape leaves the code', async ({
  visitor,
}) => {
  const { page } = await visitor();
  await openCodes(page);
  const { code, name } = await create(page);
  const remove = page.getByRole('button', { name: `Ta bort koden ${code}` });
  await remove.click();
  const question = page.getByRole('dialog', { name: `Ta bort koden ${code}?` });
  await expect(question.getByRole('button', { name: 'Avbryt' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole('button', { name: 'Ta bort' }).click();
  await expect(rows(page).filter({ hasText: name })).toHaveCount(0);
  // The deleted code no longer opens the gate.
  const data = { code, sessionId: randomUUID() };
  expect(await (await page.request.post('/api/gate/validate-code', { data })).json()).toEqual({
    success: false,
  });
});

test('typed values stay when the code could not be generated', async ({ visitor }) => {
  const { page } = await visitor();
  await openCodes(page);
  await page.route('**/api/admin/codes/generate', (route) => route.abort());
  await send(page, 'codes', { 'Namn (valfritt)': 'Anna Berg' });
  await expect(page.getByText('Kunde inte generera kod')).toBeVisible();
  await expect(page.getByLabel('Namn (valfritt)')).toHaveValue('Anna Berg');
});

test('a list that failed to load can be loaded again', async ({ visitor }) => {
  const { page } = await visitor();
  await signIn(page, 'admin@resq.example');
  await page.route('**/api/admin/codes', (route) => route.abort());
  await page.goto('/admin/codes');
  await expect(page.getByText('Kunde inte ladda åtkomstkoder').first()).toBeVisible();
  await page.unroute('**/api/admin/codes');
  await page.getByRole('button', { name: 'Uppdatera' }).click();
  await expect(page.getByText('DEMO-2026', { exact: true })).toBeVisible();
});

const CALLS = [
  ['GET', '/api/admin/codes'],
  ['POST', '/api/admin/codes/generate'],
  ['POST', '/api/admin/codes'],
  ['DELETE', `/api/admin/codes/${randomUUID()}`],
] as const;

test('§6 the server refuses every call of the page to a visitor and to a resident', async ({
  request,
}) => {
  const credentials = { email: 'karl@resq.example', password: PASSWORD };
  const answer = await request.post('/api/auth/sign-in', { data: credentials });
  const { accessToken } = (await answer.json()) as SignedIn;
  for (const [method, path] of CALLS) {
    const data = method === 'POST' ? { code: 'ABCD-1234' } : undefined;
    expect((await request.fetch(path, { method, data })).status(), path).toBe(401);
    const headers = { Authorization: `Bearer ${accessToken}` };
    expect((await request.fetch(path, { method, data, headers })).status(), path).toBe(403);
  }
});
