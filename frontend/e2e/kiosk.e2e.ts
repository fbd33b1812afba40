import type { Page } from '@playwright/test';
import { noColourFound, nothingFound } from './axe.js';
import { Neighbour } from './neighbour.js';
import { NetworkLink } from './network-link.js';
import { observed, expect, test } from './story.js';

/** A display in the stairwell, from its code to its revocation, on the smallest screen. */

/** Everybody and everything that a display in public must not show. */
const PRIVATE = /Karl|Lisa|Anna|Berg|\bEk\b|Rök hos|Köket|@/;

const options = { viewport: { width: 320, height: 640 } };

/** @param passes the check with axe; states that differ in colours alone need no other */
async function holds(page: Page, state: string, passes = nothingFound): Promise<void> {
  await passes(page, state);
  expect(await page.locator('body').innerHTML(), state).not.toMatch(PRIVATE);
  expect(await page.locator('a, input, textarea, select').count(), state).toBe(0);
  const isWide = () => document.documentElement.scrollWidth > window.innerWidth;
  expect(await page.evaluate(isWide), state).toBe(false);
}

test.use({ expected: /404 .*\/api\/kiosks\// });

test('a display is paired, shows alarms without names, says when it is alone, and goes blank', async ({
  visitor,
  user,
  request,
  server,
}) => {
  const display = await observed(await visitor(options));
  const frames: string[] = [];
  display.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
  );
  const { page, context } = display;
  const link = await NetworkLink.of(context);
  await page.clock.install();
  await page.goto('/kiosk/');
  const text = () => display.observer.text;
  // To look into the page with a locator would count as a gesture, which unlocks the sound.
  const CODE = /Ange koden\s+(\d{3}\s\d{3})\s+under Huset › Skärmar\./;
  await expect.poll(text).toMatch(CODE);
  const [, code = ''] = CODE.exec(text()) ?? [];

  const board = (await user('anna')).page;
  await board.clock.install();
  await board.goto('/building/displays');
  /** The list is read every ten seconds. */
  const boardSays = (state: string) =>
    expect(async () => {
      await board.clock.fastForward(10_000);
      await expect(board.getByText(state)).toBeVisible({ timeout: 2_000 });
    }).toPass();
  await expect(board.getByText('Inga skärmar än.')).toBeVisible();
  await board.getByLabel('Kod på skärmen').fill(code);
  await board.getByLabel('Plats').fill('Trapphus A');
  await board.getByRole('button', { name: 'Koppla', exact: true }).click();
  await expect.poll(text).toContain('Inga larm');
  expect(text()).toContain('Ljud av. Tryck på skärmen en gång.');
  await boardSays('Ansluten · Ljud av. Tryck på skärmen en gång.');
  await page.mouse.click(160, 300);
  await boardSays('Ansluten · Ljud på');
  const shown = page.getByRole('heading', { level: 1 });
  await expect(shown).toHaveText('Inga larm');
  await expect(page.getByText(/Trapphus A/)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await holds(page, 'idle');

  const anna = await Neighbour.of(request, 'anna');
  const planned = await anna.planExercise();
  await server.moveExercise('exercise.announce');
  const announced = page.getByText(/^Övning \S+ kl\.\s\d\d\.\d\d\. Ingen fara\.$/);
  await expect(announced).toBeVisible();
  await holds(page, 'announced', noColourFound);
  await anna.callOffExercise(planned);
  await expect(announced).toHaveCount(0);

  const karl = await Neighbour.of(request, 'karl');
  const words = { note: 'Rök hos Karl', place: 'Köket' };
  const fire = await karl.raise('fire', words);
  await expect(shown).toHaveText('Brandlarm');
  await expect(page.getByText('Lägenhet 1301, plan 3')).toBeVisible();
  await expect(page.getByText('Ring 112', { exact: true })).toBeVisible();
  await expect.poll(() => display.observer.loud, { intervals: [50] }).toBeGreaterThan(3);
  await holds(page, 'fire');
  await karl.end(fire);
  await expect(shown).toContainText('Larmet är avslutat.');
  await holds(page, 'ended', noColourFound);

  const medical = await karl.raise('medical', words);
  await expect(shown).toHaveText('Medicinsk nöd');
  await expect(page.getByText('Plan 3')).toBeVisible();
  expect(await page.locator('body').innerHTML()).not.toContain('1301');
  await holds(page, 'medical', noColourFound);
  await link.cut();
  await page.clock.fastForward(15_000);
  await expect(page.getByText(/^Skärmen är frånkopplad sedan kl\./)).toBeVisible();
  await holds(page, 'lost');
  link.mend();
  await expect(page.getByText(/^Skärmen är frånkopplad/)).toHaveCount(0);
  await karl.end(medical);
  await expect(shown).toContainText('Larmet är avslutat.');

  const exercise = await anna.raise('fire', { exercise: true });
  await expect(shown).toHaveText('Övning');
  await holds(page, 'exercise', noColourFound);
  expect(await page.locator('body').innerHTML(), 'the home of the manager').not.toContain('1201');
  await anna.end(exercise);
  await expect(shown).not.toHaveText('Övning');
  await server.moveExercise('held');

  // The manager's own tab shows the end of the alarm.
  await board.reload();
  await board.getByRole('button', { name: /^Byt plats för .*Trapphus A/ }).click();
  await board.getByLabel('Plats').first().fill('Trapphus B');
  await board.getByRole('button', { name: 'Spara' }).click();
  await expect(board.getByRole('heading', { name: /Trapphus B/ })).toBeVisible();
  await nothingFound(board, 'displays');
  await board.getByRole('button', { name: /^Koppla från .*Trapphus B/ }).click();
  await board.getByRole('dialog').getByRole('button', { name: 'Koppla från' }).click();
  await expect(board.getByText('Inga skärmar än.')).toBeVisible();
  await expect(shown).toContainText('Ange koden');
  await holds(page, 'code');
  expect(await page.locator('body').innerHTML()).not.toMatch(/Trapphus|Storgatan/);
  expect(frames.join('\n')).toContain('"1301"');
  expect(frames.join('\n')).not.toMatch(PRIVATE);
});
