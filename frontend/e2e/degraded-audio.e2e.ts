import type { BrowserContext } from '@playwright/test';
import { moveIn, Neighbour } from './neighbour.js';
import { arm, expect, openWithLink, test as story } from './story.js';
import { enter } from './visitor.js';
import { PageObserver } from './page-observer.js';

/** Tests the reach that the sender sees for each neighbour: it is never too high, and soon true. */

const DEBUGGING_PORT = 9_317;
const SOON_MS = 2_000;
const LONGER_MS = 3_000;
/** The headings of the lists of homes, without the number of homes. */
const TRUE = {
  armed: 'Larmet har ljudit',
  blocked: 'Larmet har kommit fram',
  offline: 'Inte nådd',
};

/**
 * A page is always visible in a browser that Playwright launches. In a browser that it connects to,
 * the page in front hides the others.
 */
const test = story.extend<{ chromium: BrowserContext }>({
  chromium: async ({ playwright, launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${DEBUGGING_PORT}`];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    const there = `http://127.0.0.1:${DEBUGGING_PORT}`;
    const visit = await playwright.chromium.connectOverCDP(there, { noDefaults: true });
    await use(visit.contexts()[0]!);
    await visit.close();
    await browser.close();
  },
});

/** Opens the panel in a tab without any gesture, hidden behind another tab. */
async function hiddenTab(chromium: BrowserContext, origin: string, name: string): Promise<void> {
  const signedIn = await chromium.newPage();
  await signedIn.goto(`${origin}/auth`);
  await enter(signedIn, `${name}@resq.example`);
  await signedIn.waitForURL(`${origin}/`);
  // The browser may allow sound in a tab after a press in it, so the alarm panel gets another tab.
  const page = await chromium.newPage();
  await signedIn.close();
  const observer = await PageObserver.of(page);
  await page.addInitScript(() =>
    document.addEventListener('visibilitychange', () => console.log(document.visibilityState)),
  );
  await page.goto(`${origin}/app`);
  await expect.poll(() => observer.text).toContain('Ljudet är av i den här fliken.');
  const hidden = page.waitForEvent('console', (message) => message.text() === 'hidden');
  const over = await chromium.newPage();
  await over.goto(`${origin}/about`);
  await over.bringToFront();
  await hidden;
}

test(
  'the sender sees the true reach of an armed, a blocked, a hidden and an offline neighbour within two seconds',
  { tag: '@long' },
  async ({ resident, listener, request, chromium, baseURL }) => {
    const leave = [
      await moveIn(request, 'hilda', { name: 'hilda', apartment: '1101' }),
      await moveIn(request, 'olle', { name: 'olle', apartment: '1302' }),
    ];
    try {
      const karl = (await resident('karl')).page;
      const lisa = await listener('lisa');
      await arm(lisa);
      await listener('anna');
      await hiddenTab(chromium, baseURL!, 'hilda');
      const { link } = await openWithLink(resident, 'olle');
      await link.cut();

      // Every heading that a home stands under is recorded, because none of them may claim too much.
      await karl.evaluate(() => {
        const seen = ((window as { rows?: Set<string> }).rows = new Set<string>());
        new MutationObserver(() => {
          for (const row of document.querySelectorAll('main h2 + ul > li')) {
            const heading = row.parentElement?.previousElementSibling?.textContent;
            seen.add(`${row.textContent} – ${heading?.replace(/ \(\d+\)$/, '')}`);
          }
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      const headingOf = (name: string) =>
        karl.locator('main div:has(> h2 + ul)').filter({ hasText: name }).getByRole('heading');
      await (await Neighbour.of(request, 'karl')).raise('fire');
      const since = Date.now();
      for (const [name, words] of [
        ['Lisa Ny', TRUE.armed],
        ['Anna Berg', TRUE.blocked],
        ['hilda', TRUE.blocked],
        ['olle', TRUE.offline],
      ] as const) {
        const timeout = SOON_MS - (Date.now() - since);
        await expect(headingOf(name)).toContainText(words, { timeout });
      }
      await karl.waitForTimeout(LONGER_MS);
      const rows = await karl.evaluate(() => [...((window as { rows?: Set<string> }).rows ?? [])]);
      const wordsOf = (name: string) =>
        new Set(rows.filter((row) => row.includes(name)).map((row) => row.split('– ')[1]));
      const notYet = [TRUE.offline, TRUE.blocked];
      expect(new Set([...wordsOf('Lisa Ny'), ...notYet])).toEqual(new Set([...notYet, TRUE.armed]));
      for (const name of ['Anna Berg', 'hilda']) {
        expect(new Set([...wordsOf(name), ...notYet])).toEqual(new Set(notYet));
      }
      expect(wordsOf('olle')).toEqual(new Set([TRUE.offline]));
    } finally {
      for (const away of leave) await away();
    }
  },
);
