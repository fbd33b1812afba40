import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Me } from '@contract/http';
import { joinByHttp, OWN_PASSWORD, signUpByHttp } from './accounts.js';
import { readPages, type PrintedCode } from './printed-codes.js';
import { ask, expect, post, test } from './visitor.js';

/**
 * An administrator of an empty system creates a building; its board brings it in by the list of homes,
 * letters and a poster, loses a member, and is handed over.
 */

test.use({
  demo: 'off',
  // A tab of somebody who has moved out may ask for the building's alarms before it hears of it.
  expected: /403 .*\/api\/buildings\/[^/]+\/alarms$/,
});

const ONE_LINE = 'A 1001–1002, 1101–1304';
/** These join by their letters without a browser, so that the story stays short. */
const BY_LETTER = ['1102', '1103', '1104', '1201', '1202', '1203', '1204', '1301'];
const MISSING = ['1302', '1303', '1304'];

async function signUp(page: Page, email = `${randomUUID()}@resq.example`): Promise<void> {
  await page.getByLabel('E-post').fill(email);
  await page.getByLabel('Lösenord', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Skapa konto', exact: true }).click();
}

/** @returns the link for the first manager of a new building */
async function create(page: Page): Promise<string> {
  await page.goto('/admin/buildings');
  await expect(page.getByText('Inga hus än.')).toBeVisible();
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

/** Does what `join` does with a letter, by requests. */
async function joinByLetter(request: APIRequestContext, url: string, apartment: string) {
  const token = new URL(url).hash.slice(1);
  const lookedUp = await post(request, '/invitations/look-up', { data: { token } });
  expect(await lookedUp.json()).toMatchObject({ entrance: 'A', apartment, role: 'resident' });
  const home = { name: `Bo ${apartment}`, entrance: 'A', apartment };
  await joinByHttp(await signUpByHttp(request), url, home);
}

/**
 * Once in some hundred runs Chromium draws no further frame of a tab that it has printed, and a click
 * waits for two. A key press waits for none.
 * @returns the codes on each page of paper that the page prints
 */
async function print(page: Page): Promise<PrintedCode[][]> {
  return readPages(await page.pdf({ preferCSSPageSize: true })).map(({ codes }) => codes);
}

test('a board brings its building in, loses who moves out, and is handed over', async ({
  visitor,
  anotherTab,
  server,
  request,
}) => {
  const admin = await visitor();
  await admin.page.goto('/auth');
  await admin.page.getByRole('button', { name: 'Inget konto? Skapa konto' }).click();
  await signUp(admin.page, 'drift@resq.example');
  await admin.page.waitForURL('/');
  expect(await server.runTool('admin-grant', 'drift@resq.example')).toContain('now an admin');
  const link = await create(admin.page);

  const board = await visitor();
  let page = board.page;
  await join(page, link, 'Maj Lind', '1001');
  await page.waitForURL('/app/check');
  await page.goto('/building/homes');
  await page.getByLabel('Lägenheter', { exact: true }).fill(ONE_LINE);
  await page.getByRole('button', { name: 'Lägg in 14 lägenheter' }).click();
  await expect(page.getByText('14 lägenheter är inlagda.')).toBeVisible();

  await page.getByRole('link', { name: 'Bjud in', exact: true }).click();
  await page.getByRole('button', { name: 'Skapa 13 brev' }).click();
  const codes = page.getByRole('img', { name: 'QR-kod som leder till inbjudan' });
  await expect(codes).toHaveCount(13);
  const homes = await page.locator('p', { hasText: 'Till dig som bor i' }).allInnerTexts();
  const printed = await print(page);
  expect(printed.map((onPage) => onPage.length)).toEqual([2, 2, 2, 2, 2, 2, 1]);
  expect(printed.flat().every(({ mm }) => Math.abs(mm - 45) < 1)).toBe(true);
  const letters = new Map(
    homes.map((home, n) => [/\b\d{4}\b/.exec(home)?.[0], printed.flat()[n]?.text ?? '']),
  );
  await page.getByRole('link', { name: 'Affischer' }).press('Enter');
  await page.getByRole('button', { name: 'Lämna' }).press('Enter');

  await page.getByRole('button', { name: 'Skapa affisch' }).press('Enter');
  await expect(codes).toHaveCount(1);
  const [[poster] = [], ...others] = await print(page);
  expect(others).toEqual([]);
  expect(poster?.mm).toBeCloseTo(90, 0);
  await page.close();
  ({ page } = await anotherTab(board.context));

  const [byLetter, byPoster] = [await visitor(), await visitor()];
  await join(byLetter.page, letters.get('1002') ?? '', 'Bo Brev');
  await byLetter.page.waitForURL('/app/check');
  await join(byPoster.page, poster?.text ?? '', 'Pia Poster', '1101');
  await expect(byPoster.page.getByText('Styrelsen godkänner nya medlemmar.')).toBeVisible();
  const refused = await signUpByHttp(request);
  await joinByHttp(refused, poster?.text ?? '', { name: 'Rut Nekad', apartment: '1101' });
  for (const home of BY_LETTER) await joinByLetter(request, letters.get(home) ?? '', home);

  await page.goto('/app');
  await page.getByRole('link', { name: 'Huset (2)' }).click();
  await expect(page.getByText('Ingen är med från lägenheten.')).toHaveCount(2);
  await page.getByRole('button', { name: 'Godkänn Pia Poster' }).click();
  await expect(page.getByText('Bor redan där:')).toBeVisible();
  await page.getByRole('button', { name: 'Neka Rut Nekad' }).click();
  await expect(page.getByText('11 av 14 lägenheter är med.')).toBeVisible();
  await page.getByLabel('Visa').selectOption('Inte med');
  await expect(page.getByRole('heading', { level: 4 })).toHaveText(MISSING);
  const me = await ask(request, '/auth/me', { headers: refused.headers });
  expect(((await me.json()) as Me).memberships).toEqual([]);

  await page.getByLabel('Visa').selectOption('Alla');
  await movesOut(page, byLetter.page, byPoster.page);
  await handsOver(page, byPoster.page);
  await showsLog(byPoster.page);
});

/** Bo moves out, and misses the very next alarm, in a tab that stays open and in a new one. */
async function movesOut(manager: Page, bo: Page, neighbour: Page): Promise<void> {
  await bo.goto('/app');
  await expect(bo.getByRole('button', { name: 'Brand', exact: true })).toBeVisible();
  await manager.getByRole('button', { name: 'Har flyttat lägenhet 1002' }).click();
  await manager.getByRole('button', { name: 'Ta bort 1' }).click();
  await expect(manager.getByText('Brevet är klart.')).toBeVisible();
  await manager.getByRole('button', { name: 'Klar' }).click();
  await manager.getByRole('button', { name: 'Lämna' }).click();
  await expect(manager.getByText('10 av 14 lägenheter är med.')).toBeVisible();
  const noBuilding = bo.getByRole('heading', { name: /inte med i något hus/ });
  await expect(noBuilding).toBeVisible();

  await neighbour.goto('/app');
  await neighbour.getByRole('button', { name: 'Brand', exact: true }).click();
  await neighbour.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
  await expect(neighbour.getByText('Larmet är skickat')).toBeVisible();
  await expect(manager.getByRole('heading', { name: 'Brandlarm' })).toBeVisible();
  await expect(bo.getByText('Brandlarm')).toHaveCount(0);
  await bo.reload();
  await expect(noBuilding).toBeVisible();
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

/** The log has what the board and the administrator did, newest first. */
async function showsLog(manager: Page): Promise<void> {
  await manager.getByRole('link', { name: 'Händelser' }).click();
  await expect(manager.getByRole('heading', { level: 1, name: 'Händelser' })).toBeVisible();
  const acts = manager.locator('main li > span');
  await expect(acts.first()).toBeVisible();
  const lines = (await acts.allInnerTexts()).map((act) =>
    act.replaceAll(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' '),
  );
  expect(
    lines.filter((act) => !/(gick med|ja till en inbjudan|komma med)$/.test(act)).slice(0, -2),
  ).toEqual([
    'Pia Poster tog bort som ansvarig: Maj Lind, lägenhet 1001',
    'Maj Lind gjorde till ansvarig: Pia Poster, lägenhet 1101, uppgång A',
    'Maj Lind skapade 1 brev',
    'Maj Lind tog bort: Bo Brev, lägenhet 1002, uppgång A',
    'Maj Lind nekade: Rut Nekad, lägenhet 1101, uppgång A',
    'Maj Lind godkände: Pia Poster, lägenhet 1101, uppgång A',
    'Maj Lind skapade en affisch',
    'Maj Lind skapade 13 brev',
    'Maj Lind ändrade listan med lägenheter',
  ]);
  // Both happened in the same moment.
  expect(lines.slice(-2).toSorted()).toEqual([
    'En administratör skapade en inbjudan till en ansvarig',
    'En administratör startade huset',
  ]);
}
