import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Expects that every box with only a colour as its edge gets one where the system picks the colours.
 * It marks the boxes that only their colour shows, then looks for them without it.
 */
export async function keepsBoxes(page: Page, what: string): Promise<void> {
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
export async function standsOut(page: Page, chosen: string, other: string): Promise<void> {
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
export async function haveEdges(buttons: Locator, count: number): Promise<void> {
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
