import type { Page } from '@playwright/test';
import { nothingFound } from './axe.js';
import { Neighbour } from './neighbour.js';
import { dark } from './pictures.js';
import { activeAlarms, arm, expect, test } from './story.js';
import { holdMessages } from './visitor.js';

/**
 * A board plans exercises, which are announced, held, reported and compared. The server moves them to the
 * present, so that no step depends on the hour of the day.
 */

/** The smallest screen. */
const PHONE = { viewport: { width: 320, height: 640 } };

/** @returns a date input's value two days from now */
const inTwoDays = (): string =>
  new Date(Date.now() + 2 * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** Plans an exercise with the keyboard. */
async function plan(board: Page): Promise<void> {
  await board.goto('/building/exercises');
  await board.getByRole('button', { name: 'Planera övning' }).press('Enter');
  const dialog = board.getByRole('dialog');
  await dialog.getByLabel('Datum').fill(inTwoDays());
  await dialog.getByLabel('Klockslag').fill('18:00');
  await nothingFound(board, 'planning');
  await dialog.getByRole('button', { name: 'Planera', exact: true }).press('Enter');
  await expect(board.getByText('Alla får besked ett dygn före.').last()).toBeVisible();
}

/** Reloads until the list has the words, because it is read once. A slow page takes a while to show it. */
const untilListed = (board: Page, words: string | RegExp) =>
  expect(async () => {
    const read = board.waitForResponse((answer) => answer.url().endsWith('/exercises'));
    await board.reload();
    await read;
    await expect(board.getByText('Laddar …')).toHaveCount(0);
    expect(await board.getByText(words).count()).toBeGreaterThan(0);
  }).toPass();

test('a board plans, holds and compares exercises', async ({
  user,
  listener,
  server,
  request,
  baseURL,
}) => {
  const board = (await user('anna', { ...PHONE, ...dark(baseURL) })).page;
  await holdMessages(board);
  const anna = await Neighbour.of(request, 'anna');
  await plan(board);
  await nothingFound(board, 'planned');

  await server.moveExercise('exercise.announce');
  await untilListed(board, 'Alla har fått besked.');
  const karl = await listener('karl');
  await arm(karl);
  await expect.poll(() => karl.observer.text).toMatch(/Övning \S+ kl\.\s\d\d\.\d\d\. Ingen fara\./);

  await server.moveExercise('exercise.start');
  await expect(karl.page.getByRole('alertdialog', { name: /^Övning/ })).toBeVisible();
  await untilListed(board, /Pågår/);
  await board
    .getByRole('link', { name: /Rapport/ })
    .first()
    .press('Enter');
  await expect(board.getByText(/^1 av 2 lägenheter nåddes/)).toBeVisible();
  await expect(board.getByText('Övningen pågår.', { exact: false })).toBeVisible();
  await expect(board.getByText('Ingen öppen flik, inga aviseringar')).toBeVisible();
  await nothingFound(board, 'report of a running exercise');
  for (const alarm of await activeAlarms(request)) await anna.end(alarm);
  await expect(board.getByText('Övningen pågår.', { exact: false })).toHaveCount(0);
  // Nothing lies over the report, although the exercise was begun in the name of its reader.
  await board.getByRole('button', { name: 'Påminn den som missades' }).click();
  await expect(board.getByText('1 av 1 är påmind.')).toBeVisible();

  await server.moveExercise('held');
  await plan(board);
  await server.moveExercise('exercise.start');
  await untilListed(board, /Pågår/);
  await board
    .getByRole('link', { name: /Rapport/ })
    .first()
    .press('Enter');
  await expect(board.getByText('Förra gången: 1 av 2.')).toBeVisible();
  await nothingFound(board, 'report with the exercise before');
  await board.emulateMedia({ media: 'print' });
  const paper = await board.evaluate(() => {
    const { color } = getComputedStyle(document.querySelector('main h1')!);
    return [getComputedStyle(document.body).backgroundColor, color];
  });
  expect(paper, 'black on white').toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  const pdf = (await board.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf).toContain('/MediaBox [0 0 594.95996 841.91998]');
  expect([...pdf.matchAll(/\/Type\s*\/Page\b/g)]).toHaveLength(1);

  for (const alarm of await activeAlarms(request)) await anna.end(alarm);
  await server.moveExercise('held');
});
