import { Neighbour, moveIn } from './neighbour.js';
import { activeAlarms, expect, test } from './story.js';
import { findFlaws } from './text-size.js';

/** Tests ten neighbours whose names break other programs, when all of them call for help. */

const NAMES = [
  'Maria Magdalena Östermann-Grevenschiöld af Björkelundaskogen',
  'Xx'.repeat(50),
  'محمد عبد الله',
  'שרה כהן 1102',
  'Zal\u0353\u0321\u0316\u0332\u0348go\u0315\u030d\u030e\u0304',
  '👩‍👩‍👧‍👦 Familjen 🏳️‍🌈',
  "O'Brien d\u2019Arc «& Söner»",
  'Ö',
  'null',
  '<b onclick="x">{{name}}</b> %s',
];
const apartmentOf = (n: number) => `1${400 + n}`;

test('ten homes with awkward names call for help, each with its apartment first', async ({
  resident,
  request,
}) => {
  const moves: (() => Promise<unknown>)[] = [];
  const residents: Neighbour[] = [];
  for (const [n, name] of NAMES.entries()) {
    const account = `awkward-${n}-${Date.now()}`;
    moves.push(await moveIn(request, account, { name, apartment: apartmentOf(n) }));
    residents.push(await Neighbour.of(request, account));
  }
  const karl = await resident('karl', { viewport: { width: 320, height: 568 }, bypassCSP: true });
  const { page } = karl;
  await page.getByRole('button', { name: 'Brand', exact: true }).click();
  await page.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
  await expect(page.getByText(/^Larmet är skickat kl/).first()).toBeVisible();
  const anna = await Neighbour.of(request, 'anna');
  const [alarm] = await activeAlarms(request);
  for (const one of residents) await one.respond(alarm!, 'need_help');
  await expect(page.getByText('Behöver hjälp (10)')).toBeVisible();

  const homes = page.getByRole('region', { name: 'Grannarna' });
  const calls = homes.getByRole('listitem').filter({ hasText: /^Lägenhet.14/ });
  await expect(calls).toHaveCount(NAMES.length);
  const rows = await calls.evaluateAll((items) =>
    items.map((item) => {
      const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
      const texts: { text: string; left: number; top: number }[] = [];
      while (walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const [box] = range.getClientRects();
        const text = walker.currentNode.textContent ?? '';
        if (box && /\S/.test(text)) texts.push({ text, left: box.left, top: box.top });
      }
      return {
        text: (item as HTMLElement).innerText,
        texts,
        width: item.scrollWidth - item.clientWidth,
      };
    }),
  );
  for (const n of NAMES.keys()) {
    const row = rows.find(({ text }) => text.includes(apartmentOf(n)));
    expect(row?.text, NAMES[n]).toMatch(new RegExp(`^Lägenhet.${apartmentOf(n)}`));
    // Read from left to right, also beside a name that is read from right to left.
    const texts = row?.texts ?? [];
    const at = texts.findIndex(({ text }) => text.includes(apartmentOf(n)));
    const { left: from = 0, top: line = 0 } = texts[at] ?? {};
    const after = texts.slice(at + 1);
    expect(at, NAMES[n]).toBeLessThan(2);
    expect(after.filter(({ left, top }) => top <= line && left <= from)).toEqual([]);
    expect(row?.width, NAMES[n]).toBeLessThanOrEqual(0);
  }
  for (const percent of ['100%', '200%']) {
    await page.evaluate((value) => (document.documentElement.style.fontSize = value), percent);
    const flaws = await page.evaluate(findFlaws);
    expect(flaws, percent).toEqual({ sideways: [], cut: [], broken: [], covered: [] });
  }
  await anna.end(alarm!);
  for (const remove of moves) await remove();
});
