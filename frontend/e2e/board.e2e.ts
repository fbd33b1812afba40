import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import { expect, test } from './story.js';

/** A board brings its building in: the list of homes, letters, a poster, and those who use them. */

const ONE_LINE = 'A 1001–1002, 1101–1304';
const MODULE_PX = 4;

async function signUp(page: Page): Promise<void> {
  await page.getByLabel('E-post').fill(`${randomUUID()}@resq.example`);
  await page.getByLabel('Lösenord', { exact: true }).fill('en lång fras som går');
  await page.getByRole('button', { name: 'Skapa konto', exact: true }).click();
}

/** Starts a building with a code, as its first manager. */
async function start(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Inbjudningskod').fill('DEMO-2026');
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByRole('heading', { name: 'När sekunder räknas' })).toBeVisible();
  await page.goto('/app');
  await page.getByRole('button', { name: 'Inget konto? Skapa konto' }).click();
  await signUp(page);
  await page.getByRole('button', { name: 'Starta ett hus' }).click();
  await page.getByLabel('Husets namn').fill('BRF Linden');
  await page.getByLabel('Adress').fill('Lindvägen 1, Umeå');
  await page.getByLabel('Ditt namn').fill('Maj Lind');
  await page.getByLabel('Lägenhetsnummer').fill('1001');
  await page.getByLabel('Uppgång (valfritt)').fill('uppgång a');
  await page.getByRole('button', { name: 'Starta huset' }).click();
  await expect(page.getByRole('heading', { name: 'Larma dina grannar' })).toBeVisible();
}

/** Joins by a link, with a new account. */
async function join(page: Page, url: string, name: string, apartment?: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('link', { name: 'Skapa konto' }).click();
  await signUp(page);
  await page.getByLabel('Namn').fill(name);
  if (apartment) await page.getByLabel('Lägenhetsnummer').fill(apartment);
  await page.getByLabel('Jag vet att ResQ inte ersätter 112.').check();
  await page.getByRole('button', { name: 'Gå med' }).click();
}

/** Decodes a drawn code from its modules, as a camera would from their picture. */
async function decoded(code: Locator): Promise<string> {
  const [size = '', path = ''] = await code.evaluate((svg) => [
    svg.getAttribute('viewBox')!.split(' ')[2]!,
    svg.querySelector('path')!.getAttribute('d')!,
  ]);
  const width = Number(size) * MODULE_PX;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1/g)) {
    for (let n = 0; n < MODULE_PX ** 2; n++) {
      const column = Number(x) * MODULE_PX + (n % MODULE_PX);
      const row = Number(y) * MODULE_PX + Math.floor(n / MODULE_PX);
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return decodeQR({ width, height: width, data });
}

async function pagesOf(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf).toContain('/MediaBox [0 0 594.95996 841.91998]');
  return [...pdf.matchAll(/\/Type\s*\/Page\b/g)].length;
}

test('a board enters fourteen homes, prints letters and a poster, and sees who is missing', async ({
  visitor,
}) => {
  const { page } = await visitor();
  await start(page);

  await page.goto('/building/homes');
  await page.getByLabel('Lägenheter', { exact: true }).fill(ONE_LINE);
  await page.getByRole('button', { name: 'Lägg in 14 lägenheter' }).click();
  await expect(page.getByText('14 lägenheter är inlagda.')).toBeVisible();

  await page.getByRole('link', { name: 'Bjud in', exact: true }).click();
  await page.getByRole('button', { name: 'Skapa 13 brev' }).click();
  await expect(page.getByText('13 brev är klara.')).toBeVisible();
  const codes = page.getByRole('img', { name: 'QR-kod som leder till inbjudan' });
  await expect(codes).toHaveCount(13);
  expect(await pagesOf(page)).toBe(7);
  const letter = await decoded(codes.first());
  await expect(page.locator('p', { hasText: 'Till dig som bor i' }).first()).toContainText('1002');
  await page.getByRole('link', { name: 'Affischer' }).click();
  await page.getByRole('button', { name: 'Lämna' }).click();

  await page.getByRole('button', { name: 'Skapa affisch' }).click();
  const code = page.getByRole('img', { name: 'QR-kod som leder till inbjudan' });
  await expect(code).toBeVisible();
  expect(await pagesOf(page)).toBe(1);
  const poster = await decoded(code);

  const [byLetter, byPoster, refused] = [await visitor(), await visitor(), await visitor()];
  await join(byLetter.page, letter, 'Bo Brev');
  await byLetter.page.waitForURL('/app/check');
  await join(byPoster.page, poster, 'Pia Poster', '1101');
  await expect(byPoster.page.getByText('Styrelsen godkänner nya medlemmar.')).toBeVisible();
  await join(refused.page, poster, 'Rut Nekad', '1101');
  await expect(refused.page.getByText('Styrelsen godkänner nya medlemmar.')).toBeVisible();

  await page.goto('/app');
  await page.getByRole('link', { name: 'Huset (2)' }).click();
  await expect(page.getByText('Ingen är med från lägenheten.')).toHaveCount(2);
  await page.getByRole('button', { name: 'Godkänn Pia Poster' }).click();
  await expect(page.getByText('Bor redan där:')).toBeVisible();
  await page.getByRole('button', { name: 'Neka Rut Nekad' }).click();
  await expect(page.getByText('3 av 14 lägenheter är med.')).toBeVisible();
  await page.getByLabel('Visa').selectOption('Inte med');
  await expect(page.getByRole('heading', { level: 4 })).toHaveText([
    '1102',
    '1103',
    '1104',
    '1201',
    '1202',
    '1203',
    '1204',
    '1301',
    '1302',
    '1303',
    '1304',
  ]);

  await page.getByRole('link', { name: 'Händelser' }).click();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /gav ett medlemskap/ })
      .first(),
  ).toContainText('Pia Poster');
});
