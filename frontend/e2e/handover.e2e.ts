import { nothingFound } from './axe.js';
import { Neighbour } from './neighbour.js';
import { readCode } from './printed-codes.js';
import { activeAlarms, expect, test } from './story.js';

/** A manager hands the sheet of an alarm to the rescue service, whose phone has never seen ResQ. */

const PHONE = { viewport: { width: 320, height: 640 } };
/** `handover.over` is the server's answer once the alarm has ended. */
test.use({ expected: /404 .*\/api\/handover\// });

test('a sheet goes from one phone to another as a code, and is gone ten seconds after the alarm', async ({
  resident,
  visitor,
  request,
}) => {
  const anna = await Neighbour.of(request, 'anna');
  const fire = await (
    await Neighbour.of(request, 'karl')
  ).raise('fire', { note: 'Rök i källaren' });
  await (await Neighbour.of(request, 'lisa')).respond(fire, 'need_help');
  const manager = (await resident('anna', PHONE)).page;
  const opening = manager.context().waitForEvent('page');
  // The alarm lies over each page of a member until it is minimised there.
  await manager.getByRole('button', { name: 'Minimera' }).click();
  await manager.getByRole('link', { name: 'Räddningsblad' }).click();
  const sheet = await opening;
  await sheet.getByRole('button', { name: 'Minimera' }).click();
  await sheet.getByRole('button', { name: 'Visa QR' }).click();
  const link = await readCode(sheet.getByRole('img', { name: 'QR-kod som öppnar bladet' }));
  expect(link).toBe(sheet.url());
  await nothingFound(sheet, 'sheet');
  expect(link).toMatch(/\/handover#[\w-]{43}$/);

  const { page, context } = await visitor(PHONE);
  const sent: string[] = [];
  page.on('request', (one) => sent.push(`${one.url()} ${JSON.stringify(one.headers())}`));
  await page.clock.install();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Brand' })).toBeVisible();
  const [help, silent] = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect([help, silent]).toEqual(['Behöver hjälp', expect.stringMatching(/^Inget svar/)]);
  const text = () => page.locator('body').innerText();
  expect(await text()).toMatch(/Lisa Ny/);
  expect(await text()).not.toMatch(/@|\+46|\b07\d/);
  expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
  expect(sent.filter((one) => /authorization/i.test(one))).toEqual([]);
  const token = new URL(link).hash.slice(1);
  expect(sent.filter((one) => one.includes(token)).map((one) => one.split(' ')[0])).toEqual([
    `${new URL(link).origin}/api/handover/${token}`,
  ]);

  await page.goto(link.replace(token, 'x'.repeat(43)));
  await expect(page.getByText('Larmet är avslutat. Bladet visas inte längre.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Brand' })).toBeVisible();

  for (const alarm of await activeAlarms(request)) await anna.end(alarm);
  await page.clock.runFor(10_000);
  await expect(page.getByText('Larmet är avslutat. Bladet visas inte längre.')).toBeVisible();
  expect(await page.locator('body').innerHTML()).not.toMatch(/Lisa|1102|Storgatan|källaren/);
  await page.reload();
  await expect(page.getByText('Larmet är avslutat. Bladet visas inte längre.')).toBeVisible();
});
