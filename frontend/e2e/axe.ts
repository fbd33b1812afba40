import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions, AxeResults } from 'axe-core';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Expects no violation of WCAG 2.2 A and AA, and no sideways scrolling, in the present state. */
export function nothingFound(page: Page, what: string): Promise<void> {
  return look(page, what, ALL);
}

/** Checks colours only, for a page that was checked in full in another theme. */
export function noColourFound(page: Page, what: string): Promise<void> {
  return look(page, what, COLOURS);
}

async function look(page: Page, what: string, runOnly: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Axe counts as covered what comes out from under header and bars when it is scrolled.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('#root :is(div, header)')) {
      if (getComputedStyle(one).position === 'sticky') one.style.position = 'static';
    }
  });
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } };
      return (await axe.run(options)).violations;
    },
    { runOnly, resultTypes: ['violations'] } satisfies RunOptions,
  );
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('#root :is(div, header)')) {
      if (one.style.position === 'static') one.style.removeProperty('position');
    }
  });
  // A toast covers other controls for six seconds and can be closed, so that is no violation.
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
