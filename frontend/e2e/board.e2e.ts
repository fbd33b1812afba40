import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import { expect, test } from './story.js';

/**
 * An administrator creates a building; its board brings it in by the list of homes, letters and a poster,
 * and hands it over.
 */

const ONE_LINE = 'A 1001–1002, 1101–1304';
const MODULE_PX = 4;

async function signUp(page: Page): Promise<void> {
  await page.getByLabel('E-post').fill(`${randomUUID()}@resq.example`);
  await page.getByLabel('Lösenord', { exact: true }).fill('en lång fras som går');
  await page.getByRole('button', { name: 'Skapa konto', exact: true }).click();
}

/** @returns the link for the first manager of a new building */
async function create(page: Page): Promise<string> {
  await page.goto('/admin/buildings');
  await page.getByLabel('Husets namn').fill('BRF Linden');
  await page.getByLabel('Adress', { exact: true }).fill('Lindvägen 1, Umeå');
  await page.getByRole('button', { name: 'Skapa hus' }).click();
  return page.getByLabel('Länk till ny ansvarig i BRF Linden').inputValue();
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

test('a board brings its building in, loses who moves out, and is handed over', async ({
  visitor,
  user,
}) => {
  const link = await create((await user('admin')).page);
  const { page } = await visitor();
  await join(page, link, 'Maj Lind', '1001');
  await page.waitForURL('/app/check');

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

  await page.getByLabel('Visa').selectOption('Alla');
  await movesOut(page, byLetter.page, byPoster.page);
  await handsOver(page, byPoster.page);
  await byPoster.page.getByRole('link', { name: 'Händelser' }).click();
  const log = byPoster.page.getByRole('listitem');
  await expect(log.filter({ hasText: 'Bo Brev' }).first()).toContainText('Maj Lind');
  await expect(log.filter({ hasText: 'Pia Poster' }).first()).toContainText('ansvarig');
});

/** Bo moves out, and misses the very next alarm. */
async function movesOut(manager: Page, bo: Page, neighbour: Page): Promise<void> {
  await manager.getByRole('button', { name: 'Har flyttat lägenhet 1002' }).click();
  await manager.getByRole('button', { name: 'Ta bort 1' }).click();
  await expect(manager.getByText('Brevet är klart.')).toBeVisible();
  await manager.getByRole('button', { name: 'Klar' }).click();
  await manager.getByRole('button', { name: 'Lämna' }).click();
  await expect(manager.getByText('2 av 14 lägenheter är med.')).toBeVisible();

  await neighbour.goto('/app');
  await neighbour.getByRole('button', { name: 'Brand', exact: true }).click();
  await neighbour.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
  await expect(neighbour.getByText('Larmet är skickat')).toBeVisible();
  await expect(manager.getByRole('heading', { name: 'Brandlarm' })).toBeVisible();
  await bo.goto('/app');
  await expect(bo.getByRole('heading', { name: /inte med i något hus/ })).toBeVisible();
  await expect(bo.getByText('Brandlarm')).toHaveCount(0);
  await neighbour.getByRole('button', { name: 'Faran är över' }).click();
  await neighbour.getByRole('dialog').getByRole('button', { name: 'Faran är över' }).click();
  await expect(manager.getByText('Faran är över.')).toBeVisible();
  await manager.getByRole('button', { name: 'Stäng', exact: true }).click();
}

/** The new board comes first, then the old one leaves it. */
async function handsOver(old: Page, next: Page): Promise<void> {
  await old.locator('summary', { hasText: 'Pia Poster' }).click();
  await old.getByRole('button', { name: 'Gör till ansvarig' }).click();
  await old.getByRole('dialog').getByRole('button', { name: 'Gör till ansvarig' }).click();
  await expect(old.getByText('Ansvarig', { exact: true })).toHaveCount(2);
  await next.goto('/building');
  await next.locator('summary', { hasText: 'Maj Lind' }).click();
  await next.getByRole('button', { name: 'Ta bort som ansvarig' }).first().click();
  await next.getByRole('dialog').getByRole('button', { name: 'Ta bort som ansvarig' }).click();
  await expect(next.getByText('Ansvarig', { exact: true })).toHaveCount(1);
  await old.goto('/building');
  await expect(old.getByText(/Bara de ansvariga|Bara husets ansvariga/)).toBeVisible();
}
