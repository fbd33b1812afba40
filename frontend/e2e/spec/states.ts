import type { Page } from '@playwright/test';
import { noColourFound, nothingFound } from '../axe.js';
import { keepsBoxes } from '../forced-colours.js';
import { expect, holdMessages, test } from '../visitor.js';

export interface State {
  /** Brings the page into this state. */
  reach: (page: Page) => Promise<void>;
  texts: readonly (string | RegExp)[];
  /** Accessible names of fields and icon buttons. */
  named?: readonly string[];
  /** `npm test` checks these with axe and in forced colours; `npm run test:long` checks all with axe. */
  isSample?: boolean;
}

/** Tests that every text is visible exactly as quoted, and that axe finds nothing. */
export function shows(what: string, states: Record<string, State>): void {
  test(`the quoted texts are shown: ${what}`, async ({ visitor }) => {
    const { page } = await visitor();
    await holdMessages(page);
    for (const [name, state] of Object.entries(states)) {
      await test.step(name, async () => {
        await becomeStranger(page);
        await expectTexts(page, state);
        if (!state.isSample) return;
        await nothingFound(page, name);
        await keepsBoxes(page, name);
      });
    }
  });

  for (const [name, state] of Object.entries(states)) {
    test(`axe finds nothing in both themes: ${name}`, { tag: '@long' }, async ({ visitor }) => {
      const { page } = await visitor();
      await holdMessages(page);
      await expectTexts(page, state);
      await nothingFound(page, `${name}, light`);
      await page.evaluate(() => {
        document.documentElement.dataset['theme'] = 'dark';
      });
      await noColourFound(page, `${name}, dark`);
    });
  }
}

async function expectTexts(page: Page, { reach, texts, named = [] }: State): Promise<void> {
  await reach(page);
  for (const text of texts) {
    await expect(page.getByText(text, { exact: true }).first(), String(text)).toBeVisible();
  }
  for (const label of named) {
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
  }
  // A toast may be shown while the page that it leads to is still loading.
  await expect(page.locator('h1').first()).toBeAttached();
}

/** Removes what the browser knows of the server, from an address whose page cannot store it again. */
async function becomeStranger(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/robots.txt');
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Makes the server unreachable for this call. */
export async function cut(page: Page, call: string): Promise<void> {
  await page.route(`**/api${call}`, (route) => route.abort());
}
