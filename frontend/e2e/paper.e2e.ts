import type { AlarmReport } from '@contract/exercises';
import type { HandoverSheet } from '@contract/handover';
import { handoverLink } from './neighbour.js';
import { A4, HOMES, printed } from './paper.js';
import { dark } from './pictures.js';
import { expect, test } from './story.js';

const REPORT: Omit<AlarmReport, 'alarmId'> = {
  exercise: true,
  raisedAt: '2026-11-27T17:00:00.000Z',
  endedAt: '2026-11-27T17:15:00.000Z',
  homes: 40,
  reachedMs: [],
  answeredMs: [],
  missed: HOMES.map((home) => ({ ...home, membershipIds: ['a', 'b'], reason: 'away' })),
  outside: [],
  displays: { shown: 1, all: 2 },
  previous: { raisedAt: '2026-05-27T16:00:00.000Z', homes: 40, reachedMs: [900, 2_000, 61_000] },
};

const RESULTS = [
  ['nobody was reached', 0],
  ['some were reached and others are not in ResQ', 12],
] as const;

test('the report of forty homes is one A4', async ({ user, baseURL }) => {
  const { page } = await user('anna', dark(baseURL));
  for (const [what, reached] of RESULTS) {
    await test.step(`the report of forty homes is one A4 when ${what}`, async () => {
      const report = {
        ...REPORT,
        reachedMs: HOMES.slice(0, reached).map((_, index) => 800 + 4_500 * index),
        answeredMs: HOMES.slice(0, reached / 2).map((_, index) => 3_000 + 9_000 * index),
        missed: REPORT.missed.slice(reached),
        outside: HOMES.slice(0, reached),
      };
      await page.route('**/api/alarms/*/report', (route) => route.fulfill({ json: report }));
      await page.goto('/building/exercises/00000000-0000-4000-8000-000000000000');
      await expect(page.getByText('Ingen öppen flik, inga aviseringar')).toHaveCount(40 - reached);
      expect(await printed(page)).toEqual({ pages: 1, size: A4 });
    });
  }
});

test('the sheet of forty homes is one A4', async ({ user, visitor, request, baseURL }) => {
  const { page } = await visitor(dark(baseURL));
  await page.route('**/api/handover/*', async (route) => {
    const response = await route.fetch();
    const sheet = (await response.json()) as HandoverSheet;
    const homes = HOMES.map((home) => ({ ...home, level: 'sounding' }));
    await route.fulfill({ response, json: { ...sheet, homes } });
  });
  await page.goto(await handoverLink((await user('anna')).page, request));
  await expect(page.getByText('Alexandra Lindqvist')).toHaveCount(40);
  expect(await printed(page)).toEqual({ pages: 1, size: A4 });
});
