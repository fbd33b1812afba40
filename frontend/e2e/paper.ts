import type { Page } from '@playwright/test';

/** The demo's building is smaller than the forty homes that a page of paper must hold. */
export const HOMES = Array.from({ length: 40 }, (_, index) => ({
  entrance: index < 20 ? 'A' : 'B',
  apartment: `${1001 + 100 * Math.floor((index % 20) / 4) + (index % 4)}`,
  names: ['Alexandra Lindqvist', 'Kristoffer Lindqvist'],
}));

/** @returns the number of pages, and the size of the first one in points */
export async function printed(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const size = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  return {
    pages: [...pdf.matchAll(/\/Type\s*\/Page\b/g)].length,
    size: size.slice(1).map((points) => Math.round(Number(points))),
  };
}

export const A4 = [595, 842];
