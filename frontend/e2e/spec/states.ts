import type { Page } from '@playwright/test';
import { noColourFound, nothingFound } from '../axe.js';
import { expect, test } from '../visitor.js';

export interface State {
  /** Brings the page into this state. */
  reach: (page: Page) => Promise<void>;
  texts: readonly (string | RegExp)[];
  /** Accessible names of fields and icon buttons. */
  named?: readonly string[];
}

/** Adds one test for each state: every text is visible exactly as quoted, and axe finds nothing. */
export function shows(states: Record<string, State>): void {
  for (const [name, { reach, texts, named = [] }] of Object.entries(states)) {
    test(`the quoted texts are shown: ${name}`, async ({ visitor }) => {
      const { page } = await visitor();
      await reach(page);
      for (const text of texts) {
        const found = page.getByText(text, { exact: true }).first();
        await expect(found, String(text)).toBeVisible();
      }
      for (const label of named) {
        await expect(page.getByLabel(label, { exact: true })).toBeVisible();
      }
      // A toast may be shown while the page that it leads to is still loading.
      await expect(page.locator('h1').first()).toBeAttached();
      await nothingFound(page, `${name}, light`);
      await page.evaluate(() => {
        document.documentElement.dataset['theme'] = 'dark';
      });
      await noColourFound(page, `${name}, dark`);
    });
  }
}

/** Makes the server unreachable for this call. */
export async function cut(page: Page, call: string): Promise<void> {
  await page.route(`**/api${call}`, (route) => route.abort());
}
