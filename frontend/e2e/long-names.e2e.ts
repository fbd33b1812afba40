import type { APIRequestContext, Page } from '@playwright/test';
import { moveIn, Neighbour } from './neighbour.js';
import { activeAlarms, decide, expect, test } from './story.js';

/** Tests that the longest names and notes leave the apartment of who needs help on the screen. */

const WORDS = 'Alexandra Konstantinopolitanska von Rosenfeldt-Lindqvist';
const ONE_WORD = 'Å'.repeat(100);
const NOTE = 'Det luktar rök i hela trapphuset, och '.repeat(4).slice(0, 140);
const PHONE = { viewport: { width: 320, height: 568 }, hasTouch: true, bypassCSP: true };
const VIEWS = [PHONE.viewport, { width: 568, height: 320 }].flatMap((size) =>
  [100, 200].map((percent) => ({ ...size, percent })),
);

/** Two neighbours with long names, until the test has ended. */
async function longNamed(request: APIRequestContext, one: string) {
  const words = { name: WORDS, apartment: '1401' };
  const letters = { name: ONE_WORD, apartment: '1402' };
  const leave = [
    await moveIn(request, `${one}-words`, words),
    await moveIn(request, `${one}-letters`, letters),
  ];
  return {
    neighbours: [
      await Neighbour.of(request, `${one}-words`),
      await Neighbour.of(request, `${one}-letters`),
    ] as const,
    leave: () => Promise.all(leave.map((go) => go())),
  };
}

interface Line {
  /** The selector of an element that shows a home, of which the first is measured. */
  of: string;
  apartment: string;
  /** The text up to the apartment. */
  begins: string;
  /** Where a person may scroll the page, though not the box around the line. */
  mayScroll?: boolean;
}

/** Checks at every size that nothing scrolls sideways, and that the homes are seen. */
async function expectSeen(page: Page, state: string, ...lines: Line[]): Promise<void> {
  for (const { percent, ...size } of VIEWS) {
    await page.setViewportSize(size);
    const found = await page.evaluate(measure, { lines, percent });
    const what = `${state}, ${size.width} × ${size.height}, text ${percent} %`;
    const wanted = lines.map(({ begins }) => ({ begins, hidden: [] }));
    expect.soft(found, what).toEqual({ sideways: [], lines: wanted });
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

/** Runs in the page. */
async function measure({ lines, percent }: { lines: Line[]; percent: number }) {
  const root = document.documentElement;
  root.style.fontSize = `${percent}%`;
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  const layer = document.querySelector('.alarm-scroller') ?? root;
  const sideways = [root, layer, ...layer.querySelectorAll('*')]
    .filter((one) => one.scrollWidth > one.clientWidth)
    .filter((one) => one === root || /auto|scroll/.test(getComputedStyle(one).overflowX))
    .map((one) => one.textContent.slice(0, 40));

  const seen = lines.map(({ of, apartment, mayScroll }) => {
    window.scrollTo(0, 0);
    layer.scrollTop = 0;
    const line = [...layer.querySelectorAll(of)].find((one) => one.textContent.includes(apartment));
    const home = [...(line?.querySelectorAll('bdi') ?? [])].find(
      (one) => one.textContent === apartment,
    );
    if (!line || !home) return { begins: '', hidden: ['not there'] };
    if (mayScroll) {
      home.style.scrollMarginTop = '8px';
      home.scrollIntoView({ block: 'start' });
    }
    const box = home.getBoundingClientRect();
    const hidden: string[] = [];
    const expectInside = (outer: DOMRect, where: string) => {
      const isInside =
        box.left >= outer.left &&
        box.top >= outer.top &&
        box.right <= outer.right &&
        box.bottom <= outer.bottom;
      if (!isInside) hidden.push(`${where}: ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
    };
    if (home.getClientRects().length > 1) hidden.push('in two lines');
    expectInside(new DOMRect(0, 0, innerWidth, innerHeight), 'window');
    for (let one = home.parentElement; one && one !== root; one = one.parentElement) {
      if (getComputedStyle(one).overflow === 'visible') continue;
      if (one !== layer && one.scrollTop > 0) hidden.push('only after its box is scrolled');
      expectInside(one.getBoundingClientRect(), one.tagName);
    }
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!home.contains(document.elementFromPoint(x, y))) hidden.push('covered');
    const text = line.textContent.replaceAll('\u00a0', ' ');
    return { begins: text.slice(0, text.indexOf(apartment)).trim(), hidden };
  });
  return { sideways, lines: seen };
}

test('an incoming alarm shows the apartments beside the longest names', async ({
  resident,
  request,
}) => {
  const { neighbours, leave } = await longNamed(request, 'incoming');
  const [words, letters] = neighbours;
  const { page } = await resident('lisa', PHONE);
  for (const [sender, caller, from, calls] of [
    [words, letters, '1401', '1402'],
    [letters, words, '1402', '1401'],
  ] as const) {
    const alarm = await sender.raise('fire', { note: NOTE });
    await expect(page.getByText('Rök i trapphuset?')).toBeVisible();
    const who = { of: 'p', apartment: from, begins: 'Lägenhet' };
    await expectSeen(page, 'incoming', who);
    await caller.respond(alarm, 'need_help');
    await expect(page.getByText(/^Behöver hjälp: /)).toBeVisible();
    const call = { of: 'p:not(.sr-only *)', apartment: calls, begins: 'Behöver hjälp: lägenhet' };
    await expectSeen(page, 'incoming, a call for help', who, call);
    await page.getByRole('button', { name: /Jag kan hjälpa till/ }).click();
    await expect(page.getByText('bara du som kan hjälpa till')).toBeVisible();
    await expectSeen(
      page,
      'coming',
      {
        of: 'article p:not(.sr-only *)',
        apartment: from,
        begins: 'Larm från lägenhet',
        mayScroll: true,
      },
      call,
      { of: 'article li', apartment: calls, begins: 'Lägenhet', mayScroll: true },
    );
    await sender.end(alarm);
    await expect(page.getByRole('button', { name: 'Stäng' })).toBeVisible();
    await expectSeen(page, 'ended');
    await page.getByRole('button', { name: 'Stäng' }).click();
  }
  await page.goto('/app/history');
  await expect(page.getByText(ONE_WORD)).toBeVisible();
  await expectSeen(
    page,
    'history',
    ...['1401', '1402'].map((apartment) => ({
      of: 'li p',
      apartment,
      begins: 'Lägenhet',
      mayScroll: true,
    })),
  );
  await page.getByText(ONE_WORD).click();
  await expect(page.getByText('Tidslinje')).toBeVisible();
  await expectSeen(
    page,
    'past alarm',
    { of: 'dd', apartment: '1402', begins: 'Lägenhet', mayScroll: true },
    { of: 'li p', apartment: '1402', begins: 'Lägenhet', mayScroll: true },
  );
  await leave();
});

test('the sender’s list shows the apartments beside the longest names', async ({
  resident,
  request,
}) => {
  const { neighbours, leave } = await longNamed(request, 'list');
  const karl = await resident('karl', PHONE);
  const { page } = karl;
  await page.getByRole('button', { name: 'Brand', exact: true }).click();
  await decide(karl);
  await page.getByRole('button', { name: 'Skicka brandlarm' }).click();
  await expect(page.getByText(/^Larmet är skickat kl/).first()).toBeVisible();
  const [alarm] = await activeAlarms(request);
  for (const one of neighbours) await one.respond(alarm!, 'need_help');
  // The list and the alarm come in messages of their own.
  await expect(page.getByText('Behöver hjälp (2)')).toBeVisible();
  await expect(page.getByText(/^Behöver hjälp: lägenhet.1402 och 1 till/)).toBeVisible();
  await expectSeen(
    page,
    'list',
    { of: 'p:not(.sr-only *)', apartment: '1402', begins: 'Behöver hjälp: lägenhet' },
    { of: 'article li', apartment: '1401', begins: 'Lägenhet', mayScroll: true },
  );
  await leave();
});

test('the sender’s page shows a place of one long word', async ({ resident, request }) => {
  const { page } = await resident('karl', PHONE);
  const place = 'Å'.repeat(40);
  await (await Neighbour.of(request, 'karl')).raise('fire', { place });
  await expect(page.getByRole('button', { name: place })).toBeVisible();
  await expectSeen(page, 'place');
});
