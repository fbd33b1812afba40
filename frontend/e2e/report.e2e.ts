import type { AlarmReport } from '@contract/exercises';
import type { Page } from '@playwright/test';
import { moveIn, Neighbour } from './neighbour.js';
import { NetworkLink } from './network-link.js';
import { test, type PushBrowser } from './push-browser.js';
import { arm, expect } from './story.js';

/**
 * Four clients that a board knows in its building: one that sounds, one whose tab is silent, one that has
 * pushes alone, and one that is away. The report of an exercise has to say so, and the next one compares.
 */

test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  // A driven browser has no push service, and one browser loses its receipts.
  expected: /Push API in incognito mode|40\d .*\/api\/push\/|net::ERR_FAILED/,
});

const REASONS = {
  away: 'Ingen öppen flik, inga aviseringar',
  unseen: 'Avisering skickad, inte visad',
  silent: 'Ansluten, men svarade inte',
};

/** @returns the missed homes with their reasons, as they stand on the page */
const missed = async (board: Page) => {
  const items = await board
    .getByRole('listitem')
    .filter({ hasText: /^lägenhet/i })
    .allInnerTexts();
  return items.map((text) => text.replaceAll(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' '));
};

const sentence = (board: Page) => board.getByRole('status').filter({ hasText: 'nåddes' });

/** @returns each row of the curve's table: its name, this time, and the time before */
const rows = (board: Page): Promise<string[][]> =>
  board
    .getByRole('table')
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );

const within = ({ reachedMs }: Pick<AlarmReport, 'reachedMs'>, seconds: number) =>
  String(reachedMs.filter((ms) => ms <= seconds * 1_000).length);

/** Compares the page with the times at which the server got the clients' receipts. */
async function agrees(board: Page): Promise<AlarmReport> {
  const address = board.url();
  // A request of the page before would be answered without a body, as the page is gone.
  await board.goto('about:blank');
  const answer = board.waitForResponse(/\/report$/);
  await board.goto(address);
  const report = (await (await answer).json()) as AlarmReport;
  const { homes, reachedMs, previous } = report;
  const half = Math.max(1, Math.ceil((reachedMs[Math.ceil(homes / 2) - 1] ?? NaN) / 1_000));
  const unit = half === 1 ? 'sekund' : 'sekunder';
  await expect(sentence(board)).toContainText(
    `${reachedMs.length} av ${homes} lägenheter nåddes. Hälften inom ${half} ${unit}`,
  );
  const both = [report, ...(previous ? [previous] : [])];
  const names = ['Den här gången', 'Förra gången'].slice(0, both.length);
  expect(await rows(board)).toEqual([
    ['Tid', ...names],
    ...[5, 10, 20, 30, 60].map((s) => [`Inom ${s} sekunder`, ...both.map((one) => within(one, s))]),
    ['Alla', ...both.map((one) => `${one.reachedMs.length} av ${one.homes}`)],
  ]);
  return report;
}

/** Brings the pushes to the browser, up to the one about this alarm. */
async function receiveAbout(browser: PushBrowser, alarmId: string): Promise<void> {
  let body = await browser.receive();
  while (!JSON.stringify(body).includes(alarmId)) body = await browser.receive();
}

// `reports.e2e-spec.ts` tests the curve and the reasons, and `exercises.e2e.ts` the page that compares.
test(
  'the report has the curve and the reasons of four clients, and the next one compares',
  { tag: '@long' },
  async ({ listener, subscriber, user, request, server }) => {
    const leave = [
      await moveIn(request, 'pia', { name: 'Pia Push', apartment: '1101' }),
      await moveIn(request, 'bo', { name: 'Bo Borta', apartment: '1302' }),
    ];
    const anna = await Neighbour.of(request, 'anna');
    const board = (await user('anna')).page;

    const karl = await listener('karl');
    await arm(karl);
    const lisa = await listener('lisa');
    await expect.poll(() => lisa.observer.text).toContain('Ljudet är av i den här fliken.');
    const pia = await subscriber('pia');
    await pia.tab.page.goto('about:blank');
    await expect
      .poll(() => anna.readiness())
      .toMatchObject({
        'Karl Ek': 'untested',
        'Lisa Ny': 'muted',
        'Pia Push': 'away',
        'Bo Borta': 'away',
      });

    const begins = async () => {
      karl.observer.forget();
      await server.moveExercise('exercise.start');
      // An exercise is 12 dB quieter than an alarm.
      await expect.poll(() => karl.observer.loudest, { intervals: [50] }).toBeGreaterThan(0.1);
    };
    const first = await anna.planExercise();
    await begins();
    await expect.poll(() => lisa.observer.text).toMatch(/Övning/);
    await board.goto(`/building/exercises/${first}`);
    await expect(sentence(board)).toContainText('2 av 4 lägenheter nåddes.');
    await expect
      .poll(() => missed(board))
      .toEqual([`Lägenhet 1101 · ${REASONS.unseen}`, `Lägenhet 1302 · ${REASONS.away}`]);
    await agrees(board);
    expect(lisa.observer.loudest, 'the sound of this tab is off').toBe(0);
    await (await Neighbour.of(request, 'karl')).respond({ id: first }, 'safe');
    await expect(sentence(board)).toContainText('1 svarade.');
    await anna.end({ id: first });
    await expect(board.getByText('Övningen pågår.', { exact: false })).toHaveCount(0);

    const bo = await listener('bo');
    await arm(bo);
    await expect
      .poll(() => bo.observer.text)
      .toMatch(/nådde inte dig\. ResQ var inte öppet, och aviseringar är av\./);
    await server.moveExercise('held');
    // The link counts as a gesture, which turns on the sound of this tab, so it comes now.
    const link = await NetworkLink.of(lisa.context);
    await lisa.page.reload();
    await expect.poll(() => link.received).toContain('sync');
    link.loseReceipts();
    const second = await anna.planExercise();
    await begins();
    await board.goto(`/building/exercises/${second}`);
    await expect(sentence(board)).toContainText('2 av 4 lägenheter nåddes.');
    await expect.poll(() => lisa.observer.text).toMatch(/Övning/);
    const arrivedMs = Date.now();
    await receiveAbout(pia, second);
    await expect(sentence(board)).toContainText('3 av 4 lägenheter nåddes.');
    const shownMs = Date.now();
    await expect(board.getByText('Förra gången: 2 av 4.')).toBeVisible();
    expect(await missed(board)).toEqual([`Lägenhet 1102 · ${REASONS.silent}`]);
    const { raisedAt, reachedMs, previous } = await agrees(board);
    expect(previous?.reachedMs).toHaveLength(2);
    const pushedMs = Date.parse(raisedAt) + (reachedMs[2] ?? NaN);
    expect(pushedMs, 'the curve rises when the push has arrived').toBeGreaterThanOrEqual(arrivedMs);
    expect(pushedMs).toBeLessThanOrEqual(shownMs);

    await anna.end({ id: second });
    await server.moveExercise('held');
    for (const go of leave) await go();
  },
);
