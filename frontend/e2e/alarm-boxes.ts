import { expect, type Page } from '@playwright/test';

export const ALL = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 360, height: 740 },
  { width: 390, height: 664 },
  { width: 740, height: 360 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
];
export const SCOPES = [
  { tag: [], sizes: ALL.slice(2, 5), percents: [100], scope: 'common sizes' },
  { tag: ['@long'], sizes: ALL, percents: [100, 200], scope: 'all sizes' },
];

/** The parts that must be on the screen of a state before anything is scrolled. */
export interface Seen {
  /** Texts of elements in the order in which they are read. */
  texts: (string | RegExp)[];
  controls: string[];
  /** True for a screen that does not scroll, where each line of text is whole or out of sight. */
  whole?: boolean;
}

type Scope = (typeof SCOPES)[number];

/** Expects a state to show its parts in every size of window and text of the scope. */
export async function expectShown(
  { sizes, percents }: Scope,
  page: Page,
  state: string,
  { texts, controls, whole = false }: Seen,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const percent of percents) {
      const found = await page.evaluate(look, {
        percent,
        texts: texts.map((one) => (typeof one === 'string' ? one : one.source)),
        controls,
        whole,
      });
      const what = `${state}, ${size.width} × ${size.height}, text ${percent} %`;
      expect
        .soft(found, what)
        .toEqual({ sideways: false, away: [], cut: [], covered: [], early: [], boxes: [] });
    }
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

/** Runs in the page. With larger text the page may be scrolled to what must be seen. */
async function look(of: { percent: number; texts: string[]; controls: string[]; whole: boolean }) {
  const root = document.documentElement;
  root.style.fontSize = `${of.percent}%`;
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  const layer = document.querySelector<HTMLElement>('.alarm-scroller') ?? root;
  const mayScroll = of.percent > 100;
  const toTop = () => {
    layer.scrollTop = 0;
    if (mayScroll) window.scrollTo(0, 0);
  };
  const textOf = (one: Element) => (one.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '');
  // The page's header has 112 too, and the bar of the connection may lie over it.
  const find = (selector: string, isIt: (text: string) => boolean) =>
    [...layer.querySelectorAll(selector)].find(
      (one) => !one.closest('.header-top') && one.checkVisibility() && isIt(textOf(one)),
    );
  const wanted = [
    ...of.texts.map((text) => [
      text,
      find('p, h1, h2, legend, [role="status"] span', (one) => new RegExp(text).test(one)),
    ]),
    ...of.controls.map((text) => [text, find('a, button', (one) => one.includes(text))]),
  ] as [string, Element | undefined][];

  const away: string[] = [];
  const covered: string[] = [];
  for (const [name, element] of wanted) {
    toTop();
    if (!element) {
      away.push(`${name} is not there`);
      continue;
    }
    if (mayScroll) element.scrollIntoView({ block: 'nearest' });
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isTall = bottom - top > innerHeight / 2;
    if (left < 0 || right > innerWidth || (!isTall && (top < 0 || bottom > innerHeight + 1))) {
      away.push(`${name} from ${Math.round(top)} to ${Math.round(bottom)}`);
      continue;
    }
    const range = document.createRange();
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (words.nextNode() && !words.currentNode.textContent?.trim());
    range.selectNodeContents(words.currentNode);
    const line = range.getClientRects()[0]!;
    const seen = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
    if (!seen || !element.contains(seen)) covered.push(name);
  }

  const texts = wanted.slice(0, of.texts.length);
  const early = texts.flatMap(([name, element], n) => {
    const before = texts[n - 1]?.[1];
    const isEarly =
      element &&
      before &&
      element.compareDocumentPosition(before) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isEarly ? [name] : [];
  });

  toTop();
  const cut: string[] = [];
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  while (of.whole && !mayScroll && walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement!;
    if (!text.textContent?.trim() || parent.closest('.sr-only, svg')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, top, bottom, width } of range.getClientRects()) {
      const [over, under] = [top + 3, bottom - 3].map((y) => {
        const seen = document.elementFromPoint(left + Math.min(4, width / 2), y);
        return seen !== null && parent.contains(seen);
      });
      if (over !== under) cut.push(text.textContent.slice(0, 40));
    }
  }
  // Two things that scroll in one another hide what is in the inner one.
  const boxes = [...layer.querySelectorAll('*')].filter(
    (one) =>
      !of.whole &&
      !one.matches('dialog') &&
      /auto|scroll/.test(getComputedStyle(one).overflowY) &&
      one.scrollHeight > one.clientHeight + 1,
  );
  const sideways = [root, layer].some((one) => one.scrollWidth > one.clientWidth);
  return { sideways, away, cut, covered, early, boxes: boxes.map(textOf) };
}
