import type { Me } from '@contract/http';
import type { Page } from '@playwright/test';
import { Neighbour } from './neighbour.js';
import { makeReady } from './pictures.js';
import { expect, test } from './story.js';

/** Tests the drawn building where people meet it, and that nobody sees more of it than they may. */

const PHONE = { viewport: { width: 360, height: 740 } };
const now = (page: Page) => page.getByRole('region', { name: 'Huset just nu' });
const patternsIn = (page: Page) =>
  page
    .locator('figure > svg [data-pattern]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-pattern')));

test('a phone has the building below its three buttons, in numbers for residents', async ({
  resident,
}) => {
  const karl = await resident('karl', PHONE);
  await makeReady(karl);
  const anna = await resident('anna', PHONE);
  for (const { page } of [karl, anna]) {
    const last = page.getByRole('button', { name: 'Annan fara' });
    await expect(now(page)).toBeVisible();
    const { y, height } = (await last.boundingBox())!;
    expect(y + height, 'the buttons come first').toBeLessThan((await now(page).boundingBox())!.y);
  }
  const about = 'Bilden visar hur många lägenheter som är redo, inte vilka.';
  await expect(now(karl.page)).toContainText(about);
  await expect(now(anna.page).getByText(/\sredo$/)).toBeVisible();
  await expect(now(anna.page).getByText(/ inte med i ResQ$/)).toBeVisible();
  await expect(now(anna.page)).not.toContainText(about);
  await expect(anna.page.getByRole('link', { name: 'Till husets sida' })).toBeVisible();
});

test('a wide panel has the building beside its buttons, and the next exercise below', async ({
  resident,
}) => {
  const { page } = await resident('anna', { viewport: { width: 1440, height: 900 } });
  const button = (await page.getByRole('button', { name: 'Annan fara' }).boundingBox())!;
  await expect(now(page)).toBeVisible();
  expect((await now(page).boundingBox())!.x).toBeGreaterThan(button.x + button.width);
  const next = page.getByRole('region', { name: 'Nästa övning' });
  await expect(next).toContainText('Ingen övning det närmaste dygnet.');
  const at = new Date(Date.now() + 60 * 60_000).toISOString();
  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch();
    const me = (await answer.json()) as Me;
    for (const one of me.memberships) one.exerciseAt = at;
    await route.fulfill({ response: answer, json: me });
  });
  await page.reload();
  await expect(next).toContainText(/kl\.\s\d\d\.\d\d\. Ingen fara\./);
});

test('the roll call lights a window when its home responds, and the end leads back to it', async ({
  resident,
  request,
}) => {
  const { page } = await resident('anna', PHONE);
  const lisa = await resident('lisa', PHONE);
  const karl = await Neighbour.of(request, 'karl');
  const fire = await karl.raise('fire');
  await page.getByRole('button', { name: 'Jag är i säkerhet' }).click();
  const count = async (pattern: string) =>
    (await patternsIn(page)).filter((one) => one === pattern).length;
  await expect.poll(() => count('lit')).toBe(1);
  await (await Neighbour.of(request, 'lisa')).respond(fire, 'need_help');
  await expect.poll(() => count('help')).toBe(1);
  // A resident who did not raise it has no roll call.
  await expect(lisa.page.getByText(/^Ditt svar: /)).toBeVisible();
  expect(await patternsIn(lisa.page)).not.toContain('help');

  await karl.end(fire);
  const ended = page.getByRole('alertdialog');
  await expect(ended).toContainText('1 bad om hjälp.');
  await ended.getByRole('link', { name: 'Se vad som hände' }).click();
  await expect(page).toHaveURL(/\/app\/history\//);
  await expect(ended).toHaveCount(0);
  await expect.poll(() => count('help')).toBe(1);
});
