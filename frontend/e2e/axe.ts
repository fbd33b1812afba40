import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions, AxeResults } from 'axe-core';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** WCAG 2.2 A and AA, and no sideways scrolling, in whatever the page shows now. */
export function nothingFound(page: Page, what: string): Promise<void> {
  return look(page, what, ALL);
}

/** The same page was looked at in another theme. */
export function noColourFound(page: Page, what: string): Promise<void> {
  return look(page, what, COLOURS);
}

async function look(page: Page, what: string, runOnly: string[]): Promise<void> {
  // An element that is still fading in has less contrast than it will have.
  await page.evaluate(() => {
    const passing = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    return Promise.all(passing.map((one) => one.finished));
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } };
      return (await axe.run(options)).violations;
    },
    { runOnly, resultTypes: ['violations'] } satisfies RunOptions,
  );
  // For six seconds a message lies over whatever is there, and may be closed.
  const covers = (await page.getByRole('button', { name: 'Stäng meddelandet' }).count()) > 0;
  const isCovered = (summary = '') => covers && summary.includes('obscured');
  const lasting = violations
    .map((one) => ({ ...one, nodes: one.nodes.filter((n) => !isCovered(n.failureSummary)) }))
    .filter(({ nodes }) => nodes.length > 0);
  const found = lasting.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((n) => `${n.html} ${n.failureSummary ?? ''}`).join(' ')}`,
  );
  expect(found, what).toEqual([]);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(sideways, `${what} scrolls sideways`).toBe(false);
}
