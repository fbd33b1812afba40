import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { nothingFound } from '../axe.js';
import { expect, holdMessages, post, test } from '../visitor.js';
import { send } from './forms.js';

/**
 * Sections 2, 4, 6 and 7 of the specification: the administrator's page for access codes, on the real
 * server. `codes-page.test.tsx` tests its failures.
 */

const rows = (page: Page) => page.getByRole('table').getByRole('row');

test('§2 §7 a code is generated for its receiver, copied, used and deleted', async ({ user }) => {
  const { page, context } = await user('admin');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await holdMessages(page);
  await page.goto('/admin/codes');
  await expect(page.getByText('DEMO-2026', { exact: true })).toBeVisible();
  for (const text of [
    'Åtkomstkoder',
    'Namn (valfritt)',
    'E-post (valfritt)',
    'Företag (valfritt)',
    'Generera kod',
    'Uppdatera',
    'Kopiera',
    'Ta bort',
  ]) {
    await expect(page.getByText(text, { exact: true }).first(), text).toBeVisible();
  }

  const sent: [string, unknown][] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    sent.push([new URL(request.url()).pathname, request.postDataJSON()]);
  });
  await send(page, 'codes', { 'Namn (valfritt)': ' Anna Berg ', 'Företag (valfritt)': 'BRF Eken' });
  const created = page.getByRole('status').filter({ hasText: 'Kod skapad!' });
  await expect(created).toBeVisible();
  const { code } = sent[1]?.[1] as { code: string };
  expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  expect(sent).toEqual([
    ['/api/admin/codes/generate', null],
    ['/api/admin/codes', { code, name: 'Anna Berg', company: 'BRF Eken' }],
  ]);
  // The toast shows the code, and the list has it first.
  await expect(created).toContainText(code);
  await expect(rows(page).nth(1)).toContainText(code);
  await expect(page.getByLabel('Namn (valfritt)')).toHaveValue('');
  await nothingFound(page, 'codes');

  const row = rows(page).filter({ hasText: code });
  await expect(row.getByText('Inte använd', { exact: true })).toBeVisible();
  await expect(row.getByText('Aktiv', { exact: true })).toHaveCount(0);
  const opensGate = async () => {
    const data = { code, sessionId: randomUUID() };
    return (await post(page.request, '/gate/validate-code', { data })).json();
  };
  expect(await opensGate()).toEqual({ success: true });
  await page.getByRole('button', { name: 'Uppdatera' }).click();
  await expect(row.getByText('Aktiv', { exact: true })).toBeVisible();
  await expect(row.getByText('Inte använd', { exact: true })).toHaveCount(0);
  await expect(row).toContainText('Använd 1 gång');

  await page.getByRole('button', { name: `Kopiera koden ${code}` }).click();
  await expect(page.getByText('Kopierad!')).toBeVisible();
  await expect(page.getByText(`Koden ${code} har kopierats`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);

  // A held message may cover a button.
  const close = page.getByRole('button', { name: 'Stäng meddelandet' });
  while ((await close.count()) > 0) await close.last().click();
  const remove = page.getByRole('button', { name: `Ta bort koden ${code}` });
  await remove.click();
  const question = page.getByRole('dialog', { name: `Ta bort koden ${code}?` });
  await expect(question.getByRole('button', { name: 'Avbryt' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole('button', { name: 'Ta bort' }).click();
  await expect(page.getByText('Borttagen', { exact: true })).toBeVisible();
  await expect(page.getByText('Åtkomstkoden har tagits bort', { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await opensGate()).toEqual({ success: false });
});

for (const width of [360, 1440]) {
  const tag = width === 1440 ? '@long' : [];
  test(`a toast covers no button in use, at a width of ${width}`, { tag }, async ({ user }) => {
    const { page } = await user('admin', { viewport: { width, height: 740 } });
    await holdMessages(page);
    await page.goto('/admin/codes');
    const copy = page.getByRole('button', { name: /^Kopiera koden / }).last();
    // The toasts usually come at the bottom of the window.
    await copy.evaluate((one) => {
      document.body.style.paddingBlock = '100vh';
      window.scrollBy(0, one.getBoundingClientRect().bottom - window.innerHeight + 8);
    });
    await copy.click();
    const toast = page.locator('[data-toast]');
    const overlap = () =>
      page.evaluate(() => {
        const toast = document.querySelector('[data-toast]');
        const focused = document.activeElement!;
        // On a slow machine it may have gone, after it had the focus.
        if (!toast || focused === document.body || toast.contains(focused)) return '';
        const box = toast.getBoundingClientRect();
        const used = focused.getBoundingClientRect();
        const isOver = used.bottom > box.top && used.top < box.bottom && used.right > box.left;
        return isOver ? focused.outerHTML : '';
      });
    await expect(toast).toBeVisible();
    expect(await overlap()).toBe('');
    // Everything that Tab reaches stays in sight.
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Shift+Tab');
      expect(await overlap()).toBe('');
    }
  });
}
