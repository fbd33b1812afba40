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
    [...document.querySelectorAll<HTMLElement>('dialog[open], [role="alertdialog"]')].at(-1) ??
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
        if (lines.size > 1) flaws.broken.push(word[0]);
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
