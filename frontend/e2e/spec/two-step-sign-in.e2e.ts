import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { OWN_PASSWORD, signUpByHttp, startBuilding } from '../accounts.js';
import { nothingFound } from '../axe.js';
import { expect, signIn, test } from '../visitor.js';

/** Tests two-step sign-in from turning it on to turning it off, for a manager of a new building. */

const STEP_MS = 30_000;
const NARROW = { viewport: { width: 320, height: 640 } };

/** Browsers log the refusals that ask for a code. */
test.use({ expected: /(401|403) .*\/api\/(auth\/(sign-in|me|refresh)|buildings\/)/ });

/**
 * Each code is right once, and no older one after it. A code of the next step is right as well, so a
 * second one needs no waiting. Both hold for half a minute at least, on a slow machine too.
 */
const codeOf = (secret: string, step: 0 | 1) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + step * STEP_MS });

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('E-post').fill(email);
  await page.getByLabel('Lösenord', { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel('Lösenord', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Skriv koden' })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/app/profile');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Den här webbläsaren' })
    .getByRole('button', { name: /^Logga ut/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logga ut' }).click();
  await page.waitForURL('/');
}

test('a manager turns two-step sign-in on, signs in with codes and turns it off', async ({
  visitor,
  request,
}) => {
  const { page } = await visitor(NARROW);
  const manager = await signUpByHttp(request);
  await startBuilding(manager);
  const { email } = manager;
  await signIn(page, email, OWN_PASSWORD);
  const elsewhere = (await visitor()).page;
  await signIn(elsewhere, email, OWN_PASSWORD);

  await page.goto('/app/profile');
  // A manager makes a link for so new a member only on request.
  await page.getByRole('button', { name: 'Be om en engångslänk' }).click();
  const section = page.getByRole('region', { name: 'Tvåstegsverifiering' });
  await section.getByRole('button', { name: 'Slå på' }).click();
  await expect(section.getByLabel('Lösenord', { exact: true })).toBeFocused();
  await page.keyboard.type(OWN_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(section.getByRole('img', { name: /^QR-kod/ })).toBeVisible();
  const secret = (await section.locator('dd').innerText()).replaceAll(' ', '');
  await nothingFound(page, 'setting an app up');
  await expect(section.getByText(/^Skanna QR-koden/)).toBeFocused();
  await section.getByLabel('Kod från appen').fill(codeOf(secret, 0));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Spara återställningskoderna' })).toBeFocused();
  await nothingFound(page, 'recovery codes');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Ladda ner' }).click(),
  ]);
  const recoveryCodes = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  expect(recoveryCodes).toEqual(await section.getByRole('listitem').allInnerTexts());
  expect(recoveryCodes).toHaveLength(10);
  await page.emulateMedia({ media: 'print' });
  await expect(section.getByText(recoveryCodes[0] ?? '')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Lösenord' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await section.getByRole('button', { name: 'Jag har sparat koderna' }).click();
  await expect(section.getByText(/10 återställningskoder finns kvar/)).toBeVisible();

  await signOut(page);
  await enterPassword(page, email);
  await nothingFound(page, 'second step');
  await expect(page.getByLabel('Kod från appen')).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Kod från appen')).toHaveAccessibleDescription(
    /Koden stämmer inte eller är redan använd/,
  );
  await page.getByLabel('Kod från appen').fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('/');

  await signOut(page);
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Använd en återställningskod' }).click();
  await expect(page.getByLabel('Återställningskod')).toBeFocused();
  await page.keyboard.type((recoveryCodes[0] ?? '').toLowerCase());
  await page.keyboard.press('Enter');
  await page.waitForURL('/');

  // This browser has never given a code.
  await elsewhere.goto('/building');
  await elsewhere.locator('summary').first().click();
  await elsewhere.getByRole('button', { name: /^Ny lösenordslänk/ }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Skapa länken' }).click();
  const dialog = elsewhere.getByRole('dialog', { name: 'Bekräfta med en kod' });
  await expect(dialog.getByLabel('Kod från appen')).toBeFocused();
  await nothingFound(elsewhere, 'confirmation');
  await dialog.getByRole('button', { name: 'Använd en återställningskod' }).click();
  await elsewhere.keyboard.type(recoveryCodes[1] ?? '');
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByLabel(/^Engångslänk/)).toHaveValue(/\/reset#/);

  await page.goto('/app/profile');
  await expect(section.getByText(/8 återställningskoder finns kvar/)).toBeVisible();
  await section.getByRole('button', { name: 'Stäng av' }).click();
  await section.getByRole('button', { name: 'Använd en återställningskod' }).click();
  await page.keyboard.type(recoveryCodes[2] ?? '');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('button', { name: 'Slå på' })).toBeFocused();
  await signOut(page);
  await signIn(page, email, OWN_PASSWORD);
});
