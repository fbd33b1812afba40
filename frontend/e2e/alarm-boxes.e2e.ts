import type { Page } from '@playwright/test';
import { Neighbour } from './neighbour.js';
import { activeAlarms, decide, expect, test } from './story.js';

/** Tests that no state of an alarm cuts, covers or scrolls away what it is about, at every size. */

const ALL = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 360, height: 740 },
  { width: 390, height: 664 },
  { width: 740, height: 360 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
];
const SCOPES = [
  { tag: [], sizes: ALL.slice(2, 5), percents: [100], scope: 'common sizes' },
  { tag: ['@long'], sizes: ALL, percents: [100, 200], scope: 'all sizes' },
];
const NOTE = 'Det luktar rök i hela trapphuset, och det kommer från källaren.';
const OPEN = { viewport: { width: 360, height: 740 }, bypassCSP: true };

/** The parts that must be on the screen of a state before anything is scrolled. */
interface Seen {
  /** Texts of elements in the order in which they are read. */
  texts: (string | RegExp)[];
  controls: string[];
  /** True for a screen that does not scroll, where each line of text is whole or out of sight. */
  whole?: boolean;
}

const INCOMING: Seen = {
  whole: true,
  texts: [/^Storgatan 12 · /, 'Brandlarm', /^Lägenhet.1201, plan.2/],
  controls: [
    'Ring 112',
    'Jag är i säkerhet',
    'Jag behöver hjälp',
    'Jag kan hjälpa till',
    'ljudet',
    'Minimera',
  ],
};
const OWN: Seen = {
  texts: ['Brandlarm', 'Storgatan 12', /^Larmet är skickat kl/],
  controls: ['Ring 112', 'Faran är över', 'alskt larm'],
};

type Scope = (typeof SCOPES)[number];

async function expectShown(
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
      expect.soft(found, what).toEqual({ sideways: false, away: [], cut: [], covered: [] });
    }
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

/** Runs in the page. With larger text the page may be scrolled to what must be seen. */
async function look(of: { percent: number; texts: string[]; controls: string[]; whole: boolean }) {
  const root = document.documentElement;
  root.style.fontSize = `${of.percent}%`;
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  const layer = document.querySelector<HTMLElement>('[role="alertdialog"]') ?? root;
  const mayScroll = of.percent > 100;
  const toTop = () => {
    layer.scrollTop = 0;
    if (mayScroll) window.scrollTo(0, 0);
  };
  const textOf = (one: Element) => (one.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '');
  const find = (selector: string, isIt: (text: string) => boolean) =>
    [...layer.querySelectorAll(selector)].find((one) => one.checkVisibility() && isIt(textOf(one)));
  const wanted = [
    ...of.texts.map((text) => [
      text,
      find('p, h1, h2, legend', (one) => new RegExp(text).test(one)),
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
  const sideways = [root, layer].some((one) => one.scrollWidth > one.clientWidth);
  return { sideways, away, cut, covered };
}

// An answer without a reply within 300 ms is sent by HTTP too (decision 73). The first one was shown by
// then, and its alarm is ended at once, which the second one may meet.
test.use({ expected: /409 .*\/api\/alarms\/[^/]+\/responses$/ });

for (const one of SCOPES) {
  const { tag, scope } = one;

  test(`a neighbour’s alarm is shown whole at ${scope}`, { tag }, async ({ resident, request }) => {
    const [{ page }, anna, karl] = [
      await resident('lisa', OPEN),
      await Neighbour.of(request, 'anna'),
      await Neighbour.of(request, 'karl'),
    ];
    const dialog = page.getByRole('alertdialog');
    const fire = await anna.raise('fire');
    await expect(dialog.getByText('Rök i trapphuset?')).toBeVisible();
    const advice = { ...INCOMING, texts: [...INCOMING.texts, '^Rök i trapphuset'] };
    await expectShown(one, page, 'incoming', advice);

    const medical = await anna.raise('medical', { note: NOTE });
    await expect(dialog.getByText('2 larm pågår')).toBeVisible();
    const several = { ...INCOMING, texts: [...INCOMING.texts, '^2 larm pågår'] };
    await expectShown(one, page, 'two alarms', several);
    await karl.respond(fire, 'need_help');
    await expect(dialog.getByText(/^Behöver hjälp: /)).toBeVisible();
    const called = { ...several, texts: [...several.texts, '^Behöver hjälp: lägenhet.1301'] };
    await expectShown(one, page, 'two alarms, a call for help', called);

    await dialog.getByRole('button', { name: 'Nästa' }).click();
    await expect(dialog.getByText(NOTE)).toBeVisible();
    await dialog.getByRole('button', { name: 'Jag kommer och hjälper' }).click();
    await expect(dialog.getByText('Bara du kommer än.')).toBeVisible();
    const coming = {
      texts: ['Medicinsk nöd', 'Storgatan 12', /^Larm från lägenhet.1201/, NOTE, 'Ditt svar'],
      controls: ['Ring 112', 'Ändra svar', 'Minimera'],
    };
    await expectShown(one, page, 'coming, with a note', coming);

    await anna.end(medical);
    await dialog.getByRole('button', { name: 'Jag behöver hjälp' }).click();
    await expect(dialog.getByText('Var är du?')).toBeVisible();
    const needed = {
      texts: ['Brandlarm', 'Storgatan 12', 'Var är du'],
      controls: ['Ring 112', 'Ändra svar', 'Min lägenhet', 'Källaren', 'Minimera'],
    };
    await expectShown(one, page, 'needs help', needed);
    await anna.end(fire);
    await expect(page.getByText('Behöver du fortfarande hjälp?')).toBeVisible();
    const ended = { texts: ['Faran är över.', 'Behöver du'], controls: ['Ja', 'Nej', 'Ring 112'] };
    await expectShown(one, page, 'ended', ended);
  });

  test(`the sender’s alarm is shown whole at ${scope}`, { tag }, async ({ resident, request }) => {
    const karl = await resident('karl', OPEN);
    const { page } = karl;
    // The page stays where the person has scrolled it to, until it becomes an alarm.
    await page.setViewportSize(ALL[0]!);
    await page.evaluate(() => window.scrollTo(0, 1e6));
    await page.getByRole('button', { name: 'Brand', exact: true }).click();
    await decide(karl);
    await page.getByRole('button', { name: 'Skicka brandlarm' }).click();
    await expect(page.getByText(/^Larmet är skickat kl/).first()).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expectShown(one, page, 'sent', {
      ...OWN,
      texts: [...OWN.texts, 'Brinner det hos dig'],
    });
    const [alarm] = await activeAlarms(request);
    const lisa = await Neighbour.of(request, 'lisa');
    await lisa.respond(alarm!, 'need_help');
    await expect(page.getByText(/^Behöver hjälp: /)).toBeVisible();
    const called = { ...OWN, texts: [...OWN.texts, '^Behöver hjälp: lägenhet.1102'] };
    await expectShown(one, page, 'sent, a call for help', called);

    // Another alarm is confirmed at the top of the page too.
    await page.setViewportSize(ALL[1]!);
    await page.getByRole('button', { name: 'Skicka ett nytt larm' }).click();
    await page.getByRole('button', { name: 'Annan fara', exact: true }).click();
    await decide(karl);
    await page.getByRole('button', { name: 'Skicka larm om fara' }).click();
    await expect(page.getByRole('heading', { name: 'Annan fara' })).toBeVisible();
    const other = { ...OWN, texts: ['Annan fara', ...OWN.texts.slice(1)] };
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expectShown(one, page, 'a second alarm', other);
  });
}

test('the panel shows its three buttons on a phone on its side', async ({ resident }) => {
  const { page } = await resident('karl', { viewport: { width: 740, height: 360 } });
  for (const name of ['Brand', 'Medicinsk nöd', 'Annan fara']) {
    const { y = 0, height = 1e6 } = (await page.getByRole('button', { name }).boundingBox()) ?? {};
    const menu = (await page.getByRole('navigation').boundingBox())!;
    expect(y + height, name).toBeLessThanOrEqual(menu.y);
  }
});
