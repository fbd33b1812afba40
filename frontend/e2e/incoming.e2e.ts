import type { Page } from '@playwright/test';
import { nothingFound } from './axe.js';
import { listenIn } from './live-regions.js';
import { Neighbour } from './neighbour.js';
import { expect, test } from './story.js';

/** Tests the dialog of an incoming alarm: stacking, focus, announcements, sizes and animation. */

const dialog = (page: Page) => page.getByRole('alertdialog');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Waits for 500 ms: the dialog ignores earlier keys, which the user typed into another field. */
async function typed(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() > from + 500, since);
}

test('an alarm covers open dialogs, ignores stray keys, and gives the focus back', async ({
  resident,
  request,
}) => {
  const [{ page }, anna] = [await resident('lisa'), await Neighbour.of(request, 'anna')];
  const said = await listenIn(page);

  // Opens a native dialog, a modal that makes everything beside it inert, and a menu.
  await page.getByRole('button', { name: 'Annan fara' }).click();
  await page.evaluate(() => {
    document.body.style.pointerEvents = 'none';
    for (const part of document.querySelectorAll('body > *')) {
      if (!part.matches('[aria-live]')) part.setAttribute('aria-hidden', 'true');
    }
    const menu = document.createElement('div');
    menu.popover = 'auto';
    menu.textContent = 'Meny';
    document.body.append(menu);
    menu.showPopover();
  });
  const fire = await anna.raise('fire', { note: 'Rök på vinden.' });
  await expect(page.getByRole('alertdialog', { name: 'Brandlarm' })).toBeVisible();
  await expect(page.getByText('Meny', { exact: true })).toBeHidden();
  await expect.poll(() => focused(page)).toBe('Brandlarm');
  await page.evaluate(() => {
    document.body.style.pointerEvents = '';
    document.querySelectorAll('[aria-hidden]').forEach((part) => {
      if (part.parentElement === document.body) part.removeAttribute('aria-hidden');
    });
  });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByText('Ljudet är tystat på dina enheter.')).toBeVisible();

  // Tab moves once around the dialog and reaches nothing behind it.
  const order: string[] = [];
  for (let i = 0; i < 7; i += 1) {
    await page.keyboard.press('Tab');
    order.push((await focused(page)).replace(/Gå aldrig.*/, ''));
  }
  expect(order).toEqual([
    'Ring 112',
    'Jag är i säkerhet',
    'Jag behöver hjälp',
    'Jag kan hjälpa till',
    'Slå på ljudet',
    'Minimera',
    'Ring 112',
  ]);
  await expect(dialog(page)).toMatchAriaSnapshot(`
    - alertdialog "Brandlarm":
      - paragraph: Storgatan 12 · nyss
      - heading "Brandlarm" [level=1]
      - paragraph: Lägenhet 1201, plan 2, Anna Berg
      - status: Rök på vinden.
      - paragraph: Rök i trapphuset? Stanna i lägenheten. Stäng dörren.
      - paragraph: Fri väg ut? Ta trappan, aldrig hissen.
      - link "Ring 112"
      - button "Jag är i säkerhet"
      - button "Jag behöver hjälp"
      - button "Jag kan hjälpa till Gå aldrig in i rök."
      - status: Ljudet är tystat på dina enheter.
      - button "Slå på ljudet"
      - button "Minimera"
  `);
  await typed(page);
  await dialog(page).getByRole('button', { name: 'Minimera' }).press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('h1')).toBeFocused();
  await page.getByRole('link', { name: 'Historik' }).click();
  const bar = page.getByRole('button', { name: 'Brandlarm pågår – Visa' });
  await expect(bar).toBeVisible();
  await bar.click();

  // With a second alarm the more urgent one stays visible; the other one is one press away.
  await anna.raise('medical');
  await expect(dialog(page).getByText('2 larm pågår')).toBeVisible();
  await nothingFound(page, 'several alarms');
  await dialog(page).getByRole('button', { name: 'Nästa' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Medicinsk nöd' })).toBeVisible();

  await anna.end(fire);
  const spoken = await said();
  expect(new Set(spoken).size, `once each: ${spoken.join(' | ')}`).toBe(spoken.length);
  expect(spoken).toContain('Ljudet är tystat på dina enheter.');
});

const SIZES: { width: number; height: number; style?: string; all?: boolean }[] = [
  { width: 320, height: 568, all: true },
  { width: 360, height: 640, all: true },
  { width: 640, height: 400 },
  { width: 320, height: 256 },
  { width: 360, height: 740, style: 'html{font-size:200%}' },
  {
    width: 320,
    height: 640,
    style:
      '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
  },
];

const KINDS = [
  ['fire', {}],
  ['medical', {}],
  ['other', {}],
  ['fire', { exercise: true }],
] as const;

for (const { tag, kinds, scope } of [
  { tag: [], kinds: KINDS.slice(0, 2), scope: 'fire and medical' },
  { tag: ['@long'], kinds: KINDS, scope: 'every kind' },
]) {
  const title = `112, the responses and mute are reachable at every size, and the animation does not flash: ${scope}`;
  test(title, { tag }, async ({ resident, request }) => {
    const [{ page }, anna] = [
      await resident('lisa', { reducedMotion: 'reduce' }),
      await Neighbour.of(request, 'anna'),
    ];
    for (const [type, more] of kinds) {
      const alarm = await anna.raise(type, more);
      await expect(dialog(page)).toBeVisible();
      for (const { style, all, ...size } of SIZES) {
        await page.setViewportSize(size);
        await page.evaluate(dress, style);
        const what = `${type} at ${size.width} × ${size.height} ${style ?? ''}`;
        const seen = await page.evaluate(measure);
        expect(seen.sideways, `${what} scrolls sideways`).toBe(false);
        expect(seen.hidden, what).toEqual([]);
        if (all) expect(seen.below, `${what} without scrolling`).toEqual([]);
      }
      // With reduced motion nothing moves at all.
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      await anna.end(alarm);
      await page.getByRole('button', { name: 'Stäng' }).click();
    }

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width: 160, height: 284 });
    await anna.raise('fire');
    await expect(dialog(page)).toBeVisible();
    const frames: string[] = [];
    for (let step = 0; step < 8; step += 1) {
      const moved = await page.evaluate((at) => {
        const breathing = document.getAnimations().filter(({ effect }) => {
          return effect?.getComputedTiming().iterations === Infinity;
        });
        for (const one of breathing) {
          one.pause();
          one.currentTime = at;
        }
        return breathing.length;
      }, step * 250);
      expect(moved).toBe(1);
      frames.push((await page.screenshot()).toString('base64'));
    }
    const light = await luminance(page, frames);
    expect(Math.max(...light) - Math.min(...light)).toBeLessThan(0.1);
    expect(new Set(frames).size, 'it is animated').toBeGreaterThan(2);
  });
}

/** Runs in the page. The security policy refuses style elements, even those of a test. */
function dress(style = ''): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}

/** Runs in the page. Returns the controls that are cut off, covered, or below the edge. */
function measure() {
  const controls = [
    ...document.querySelectorAll<HTMLElement>('[role="alertdialog"] :is(a, button)'),
  ];
  const inView = (one: Element) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
  };
  const nameOf = (one: Element) => one.textContent ?? '';
  const scroller = document.querySelector<HTMLElement>('.alarm-scroller')!;
  scroller.scrollTop = 0;
  const below = controls.filter((one) => !inView(one)).map(nameOf);
  const sticky = controls.filter((one) => /Ring 112|Tysta|Slå på/.test(nameOf(one)));
  const hidden = sticky.filter((one) => !inView(one)).map(nameOf);
  for (const one of controls) {
    one.focus();
    const { x, y, width, height } = one.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!top || !one.contains(top)) hidden.push(`${nameOf(one)} is covered when it has the focus`);
  }
  scroller.scrollTop = 0;
  // The page behind the dialog does not count, because it is out of reach.
  const sideways = scroller.scrollWidth > scroller.clientWidth;
  return { below, hidden, sideways };
}

/** @returns the mean relative luminance of each picture, 0 to 1 */
async function luminance(page: Page, pictures: string[]): Promise<number[]> {
  return page.evaluate(async (all) => {
    const found: number[] = [];
    for (const one of all) {
      const bytes = Uint8Array.from(atob(one), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      canvas.drawImage(bitmap, 0, 0);
      const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
      let sum = 0;
      const linear = (value: number) => (value / 255) ** 2.2;
      for (let i = 0; i < data.length; i += 4) {
        const [r = 0, g = 0, b = 0] = data.slice(i, i + 3);
        sum += 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
      }
      found.push(sum / (data.length / 4));
    }
    return found;
  }, pictures);
}

test(
  'an alarm shows edges and icons in forced colours, and thicker edges with more contrast',
  { tag: '@long' },
  async ({ resident, request }, info) => {
    const anna = await Neighbour.of(request, 'anna');
    const edges = (page: Page) =>
      dialog(page)
        .locator('a, button')
        .evaluateAll((controls) =>
          controls.map((one) => {
            const { borderTopStyle, borderTopWidth } = getComputedStyle(one);
            return borderTopStyle === 'none' ? 0 : parseFloat(borderTopWidth);
          }),
        );
    for (const [look, least] of [
      [{ forcedColors: 'active' }, 1],
      [{ contrast: 'more' }, 2],
    ] as const) {
      const { page } = await resident('lisa', look);
      const fire = await anna.raise('fire');
      await expect(dialog(page)).toBeVisible();
      const name = Object.keys(look)[0];
      await page.screenshot({ path: info.outputPath(`${name}.png`) });
      const widths = await edges(page);
      expect(Math.min(...widths), name).toBeGreaterThanOrEqual(least);
      await expect(dialog(page).locator('svg').first()).toBeVisible();
      await anna.end(fire);
      await page.context().close();
    }
  },
);
