import type { Locator, Page } from '@playwright/test';
import { Neighbour } from './neighbour.js';
import { passGate } from './spec/forms.js';
import { activeAlarms, decide, expect, test } from './story.js';

/** Tests that every box that has only a colour as its edge gets one where the system picks the colours. */

const SCOPES = [
  {
    tag: [],
    scope: 'pages of each kind keep their boxes',
    open: ['/auth'],
    closed: ['/app', '/app/check', '/app/profile', '/building', '/building/exercises'],
  },
  {
    tag: ['@long'],
    scope: 'every page keeps its boxes',
    open: ['/about', '/contact', '/careers', '/auth'],
    closed: [
      ...['', '/history', '/check', '/profile', '/profile/close'].map((part) => `/app${part}`),
      ...['', '/homes', '/invite', '/posters', '/exercises', '/displays', '/about'].map(
        (part) => `/building${part}`,
      ),
    ],
  },
];

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'none' } });

/** Marks the boxes that only their colour shows, then looks for them without it. */
async function keepsBoxes(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'none' });
  const count = await page.evaluate(markBoxes);
  await page.emulateMedia({ forcedColors: 'active' });
  const lost = await page.evaluate(lostBoxes);
  await page.emulateMedia({ forcedColors: 'none' });
  expect.soft(lost, `${what}, of ${count} boxes`).toEqual([]);
}

/** Runs in the page. A band across the window needs no edge. */
function markBoxes(): number {
  const isClear = (colour: string) => colour === 'transparent' || /, 0\)$/.test(colour);
  const colourBehind = (one: Element | null): string => {
    if (!one) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(one);
    return isClear(backgroundColor) ? colourBehind(one.parentElement) : backgroundColor;
  };
  document.querySelectorAll('[data-box]').forEach((one) => one.removeAttribute('data-box'));
  const layer = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const boxes = [...layer.querySelectorAll('*')].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    if (width < 24 || height < 24 || width > innerWidth - 4 || one.closest('svg')) return false;
    if (!one.checkVisibility({ visibilityProperty: true })) return false;
    const { backgroundColor } = getComputedStyle(one);
    return !isClear(backgroundColor) && backgroundColor !== colourBehind(one.parentElement);
  });
  boxes.forEach((one) => one.setAttribute('data-box', ''));
  return boxes.length;
}

/** Runs in the page. */
function lostBoxes(): string[] {
  return [...document.querySelectorAll('[data-box]')]
    .filter((one) => {
      const style = getComputedStyle(one);
      const edges = [style.borderTopWidth, style.borderBottomWidth];
      return edges.some((width) => Number.parseFloat(width) === 0);
    })
    .map((one) => `${one.tagName} ${(one.textContent ?? '').trim().slice(0, 40)}`);
}

/** Expects another background, because a bold word alone is easily missed. */
async function standsOut(page: Page, chosen: string, other: string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  // Forced colours keep the alpha of a background, so a clear one counts as the page's white too.
  const colourOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => /\d+, \d+, \d+/.exec(getComputedStyle(one).backgroundColor)?.[0]);
  expect(await colourOf(chosen)).not.toBe(await colourOf(other));
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Expects at least so many buttons, each with an edge of two pixels. */
async function haveEdges(buttons: Locator, count: number): Promise<void> {
  await expect.poll(() => buttons.count()).toBeGreaterThanOrEqual(count);
  await buttons.page().emulateMedia({ forcedColors: 'active' });
  const edges = await buttons.evaluateAll((all) =>
    all.map((one) => {
      const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(one);
      return borderTopStyle === 'solid' && borderTopColor !== 'rgba(0, 0, 0, 0)'
        ? parseFloat(borderTopWidth)
        : 0;
    }),
  );
  expect(Math.min(...edges)).toBeGreaterThanOrEqual(2);
  await buttons.page().emulateMedia({ forcedColors: 'none' });
}

for (const { tag, scope, open, closed } of SCOPES) {
  test(`${scope} in forced colours`, { tag }, async ({ user, visitor }) => {
    const { page } = await visitor();
    await page.goto('/');
    await expect(page.getByLabel('Inbjudningskod')).toBeVisible();
    await keepsBoxes(page, 'gate');
    await passGate(page);
    await keepsBoxes(page, 'landing');
    for (const path of open) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await keepsBoxes(page, path);
    }
    const anna = (await user('anna')).page;
    for (const path of closed) {
      await anna.goto(path);
      await expect(anna.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(anna.getByText('Laddar …')).toHaveCount(0);
      await keepsBoxes(anna, path);
    }
    for (const width of [390, 1440]) {
      await anna.setViewportSize({ width, height: 800 });
      await standsOut(anna, 'nav [aria-current]', 'nav a:not([aria-current])');
    }
  });
}

test('every state of an alarm keeps its boxes, and its first buttons their edges, in forced colours', async ({
  resident,
  request,
}) => {
  const [karl, lisa] = [await resident('karl'), await resident('lisa')];
  const { page } = karl;
  await haveEdges(page.locator('main').getByRole('button'), 3);
  await page.getByRole('button', { name: 'Brand', exact: true }).click();
  await haveEdges(page.getByRole('dialog').getByRole('button'), 2);
  await decide(karl);
  await keepsBoxes(page, 'sheet');
  await page.getByRole('button', { name: 'Skicka brandlarm' }).click();
  await expect(page.getByText(/^Larmet är skickat kl/).first()).toBeVisible();
  await expect(lisa.page.getByRole('alertdialog')).toBeVisible();
  await keepsBoxes(lisa.page, 'incoming');
  await lisa.page.getByRole('button', { name: 'Jag behöver hjälp' }).click();
  await expect(page.getByText('Behöver hjälp (1)')).toBeVisible();
  await keepsBoxes(page, 'sent, a call for help');
  await keepsBoxes(lisa.page, 'needs help');
  await lisa.page.getByRole('button', { name: 'Trapphuset' }).click();
  await standsOut(lisa.page, '[aria-pressed=true]', '[aria-pressed=false]');
  // An answer that is still on its way when the alarm ends is refused, which is an error in the console.
  await expect(page.getByText(/– trapphuset$/)).toBeVisible();
  const [alarm] = await activeAlarms(request);
  await (await Neighbour.of(request, 'karl')).end(alarm!);
  await expect(lisa.page.getByText('Behöver du fortfarande hjälp?')).toBeVisible();
  await keepsBoxes(lisa.page, 'ended');
});
