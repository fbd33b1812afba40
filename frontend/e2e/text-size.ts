import { expect, type Page } from '@playwright/test';

/** Browsers let people enlarge text alone, up to twice its size (WCAG 1.4.4). */
const WINDOWS = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 740, height: 360 },
  { width: 320, height: 256 },
];

export const SCOPES = [
  { tag: [], percents: [200], windows: WINDOWS.slice(0, 2), scope: 'twice the text size' },
  { tag: ['@long'], percents: [100, 150, 175, 200], windows: WINDOWS, scope: 'all text sizes' },
];

export const PHONE = { viewport: { width: 360, height: 740 }, bypassCSP: true };

/** Checks the page at every size of window and text, and leaves it at the last window. */
export async function checkAt(
  { percents, windows }: (typeof SCOPES)[number],
  page: Page,
  state: string,
): Promise<void> {
  for (const size of windows) {
    await page.setViewportSize(size);
    for (const percent of percents) {
      await page.evaluate(async (value) => {
        document.documentElement.style.fontSize = `${value}%`;
        // The page measures its bars between two frames.
        for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
      }, percent);
      const what = `${state}, ${size.width} × ${size.height}, text ${percent} %`;
      const flaws = await page.evaluate(findFlaws);
      expect.soft(flaws, what).toEqual({ sideways: [], cut: [], broken: [], covered: [] });
    }
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

/** The faults of a screen at one size of window and text. */
export interface Flaws {
  sideways: string[];
  cut: string[];
  broken: string[];
  covered: string[];
}

/**
 * Finds cut, broken and covered texts of the topmost layer: the dialog, or the whole page. Runs in
 * the page.
 */
export function findFlaws(): Flaws {
  const flaws: Flaws = { sideways: [], cut: [], broken: [], covered: [] };
  const layer =
    [...document.querySelectorAll<HTMLElement>('dialog[open], .alarm-scroller')].at(-1) ??
    document.body;
  const nameOf = (one: Element) =>
    (one.getAttribute('aria-label') ?? one.textContent ?? one.tagName).trim().slice(0, 40);
  const isShown = (one: Element) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true });
  };

  window.scrollTo(0, 0);
  for (const one of [document.documentElement, layer, ...layer.querySelectorAll('*')]) {
    if (!isShown(one)) continue;
    const { overflowX, overflowY } = getComputedStyle(one);
    const wide = one.scrollWidth > one.clientWidth + 1;
    const isScrolled = one === document.documentElement || /auto|scroll/.test(overflowX);
    if (wide && isScrolled) flaws.sideways.push(nameOf(one));
    const hasText = [...one.childNodes].some((n) => n.nodeType === 3 && n.textContent?.trim());
    if (!hasText || one.closest('svg, .sr-only')) continue;
    const clips = (overflow: string) => /hidden|clip/.test(overflow);
    const tall = one.scrollHeight > one.clientHeight + 2;
    if ((wide && clips(overflowX)) || (tall && clips(overflowY))) flaws.cut.push(nameOf(one));
    const { left, right } = one.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) flaws.cut.push(`${nameOf(one)} leaves the window`);
    for (const text of [...one.childNodes].filter((n) => n.nodeType === 3)) {
      for (const word of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        // A person's name may hold a word that is wider than its box.
        const isLongName = one.closest('bdi') && word[0].length >= 15;
        if (lines.size > 1 && !isLongName) flaws.broken.push(word[0]);
      }
    }
  }

  for (const one of layer.querySelectorAll('h1, a[href], button')) {
    if (!isShown(one)) continue;
    one.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = one.getClientRects()[0]!;
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    const label = seen && one.contains(seen);
    if (!label && !seen?.closest('label')?.contains(one)) {
      flaws.covered.push(`${nameOf(one)} by ${seen ? nameOf(seen) : 'the window’s edge'}`);
    }
  }
  layer.scrollTop = 0;
  window.scrollTo(0, 0);
  return flaws;
}
