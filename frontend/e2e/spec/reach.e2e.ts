import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../visitor.js';
import { FORMS, passGate } from './forms.js';

/** Tests the pages by keyboard, on a small screen, enlarged fourfold, and with reduced motion. */

type Reach = (page: Page) => Promise<unknown>;

const open =
  (path: string): Reach =>
  async (page) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };

const PAGES: Record<string, Reach> = {
  'the gate': open('/'),
  'the landing page': passGate,
  '/about': open('/about'),
  '/contact': open('/contact'),
  '/careers': open('/careers'),
  '/privacy': open('/privacy'),
  '/terms': open('/terms'),
  '/cookies': open('/cookies'),
  '/auth': open('/auth'),
  'the sign-up': FORMS.signUp.open,
  'the 404 page': open('/finns-inte'),
  'the codes': async (page) => {
    await FORMS.codes.open(page);
    await expect(page.getByText('DEMO-2026', { exact: true })).toBeVisible();
  },
};

/** The text spacing of WCAG 1.4.12, at which no content may be lost. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`;

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const VIEWS = [
  ['320 px', { width: 320, height: 568 }, ''],
  ['400 % of 1280 × 1024', { width: 320, height: 256 }, ''],
  ['text spaced as WCAG 1.4.12 allows', { width: 320, height: 568 }, SPACING],
  ['text of twice the size', { width: 640, height: 400 }, 'html { font-size: 200% }'],
] as const;

/** The pages whose controls are of all kinds; `npm run test:long` tests the others. */
const SAMPLE = ['the landing page', '/contact', 'the codes'];

for (const [name, reach] of Object.entries(PAGES)) {
  test(
    `${name} is reached by keyboard on a phone, and needs no sideways scrolling`,
    { tag: SAMPLE.includes(name) ? [] : '@long' },
    async ({ visitor }) => {
      const { page } = await visitor({ bypassCSP: true, viewport: { width: 360, height: 740 } });
      await reach(page);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const stops = await walk(page);
      expect(stops.length).toBeGreaterThan(6);
      expect(stops.filter(({ seen }) => !seen)).toEqual([]);
      expect(stops.filter(({ outlined }) => !outlined)).toEqual([]);
      expect(stops.filter(({ named }) => !named)).toEqual([]);
      // WCAG 2.5.8 requires only 24 px. A link in running text may be as high as its line.
      expect(stops.filter(({ inline, size }) => !inline && size < 44)).toEqual([]);

      for (const [how, size, css] of VIEWS) {
        await page.setViewportSize(size);
        const style = css ? await page.addStyleTag({ content: css }) : undefined;
        expect(await sideways(page), how).toBe(0);
        await style?.evaluate((element) => element.parentNode?.removeChild(element));
      }
    },
  );
}

interface Stop {
  html: string;
  seen: boolean;
  outlined: boolean;
  named: boolean;
  inline: boolean;
  /** The smaller of height and width, in CSS pixels. */
  size: number;
}

/** Presses Tab from the top of the page to its end. @returns the focused elements in order */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let n = 0; n < 300; n += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate((): Stop | undefined => {
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body || element.dataset['walked']) return undefined;
      element.dataset['walked'] = 'yes';
      // A radio's target is the label around it.
      const target = element.closest('label') ?? element;
      const { top, bottom, width, height } = target.getBoundingClientRect();
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const x = element.getBoundingClientRect();
      const over = document.elementFromPoint(x.left + x.width / 2, x.top + x.height / 2);
      return {
        html: element.outerHTML.slice(0, 120),
        seen:
          bottom > 0 &&
          top < innerHeight &&
          over !== null &&
          (target.contains(over) || over.contains(element)),
        outlined: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
        named: Boolean(
          element.getAttribute('aria-label') ??
          (element as HTMLInputElement).labels?.[0]?.textContent ??
          element.textContent,
        ),
        inline: getComputedStyle(element).display === 'inline',
        size: Math.min(width, height),
      };
    });
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error('Tab does not reach the end of the page.');
}

test('a visitor enters a code, sends the form and signs in by keyboard', async ({ visitor }) => {
  const { page } = await visitor();
  await open('/')(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Till innehållet' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Inbjudningskod')).toBeFocused();
  await page.keyboard.type('demo-2026');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'När sekunder räknas' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Kom igång nu' })).toBeFocused();
  await page.keyboard.press('Enter');
  // After the scroll to the section, the next stop is its form.
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Privatperson')).toBeFocused();
  await page.keyboard.press('Tab');
  for (const value of Object.values(FORMS.interest.valid())) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByRole('button', { name: 'Skicka intresseanmälan' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(FORMS.interest.succeeded(page)).toBeVisible();
  await page.goto('/auth');
  await page.getByLabel('E-post').focus();
  await page.keyboard.type('otto@resq.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('demo-storgatan-12');
  await page.keyboard.press('Enter');
  await page.waitForURL('/');
});

test("§2 the hero's buttons and 'Anmäl intresse' only scroll, and nothing moves with reduced motion", async ({
  visitor,
}) => {
  const { page } = await visitor({ reducedMotion: 'reduce' });
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await passGate(page);
  expect(await moving()).toBe(0);
  const section = page.getByRole('heading', { name: 'Intresseanmälan' });
  for (const name of ['Kom igång nu', 'Logga in', 'Anmäl intresse']) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(section).not.toBeInViewport();
    await page.getByRole('button', { name, exact: true }).click();
    await expect(section).toBeInViewport();
    await expect(page).toHaveURL('/');
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
    'auto',
  );
  expect(await moving()).toBe(0);
  await signIn(page, 'admin@resq.example');
  // Without reduced motion, a toast fades in.
  await expect(page.getByText('Välkommen tillbaka!')).toBeVisible();
  expect(await moving()).toBe(0);
});

test('a toast fades in without reduced motion, so the test above can fail', async ({ visitor }) => {
  const { page } = await visitor({ reducedMotion: 'no-preference' });
  await page.goto('/contact');
  const seen = page.evaluate(
    () =>
      new Promise<boolean>((resolve) =>
        document.addEventListener('animationstart', () => resolve(true), { once: true }),
      ),
  );
  await page.getByRole('button', { name: 'Skicka meddelande' }).click();
  expect(await seen).toBe(true);
});
