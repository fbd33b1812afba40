import { handoverLink, Neighbour } from './neighbour.js';
import { openReady, PHONE, take, WIDE } from './pictures.js';
import { activeAlarms, arm, expect, test } from './story.js';

/** Takes the pictures of a board's pages for docs/screens.md; CONTRIBUTING.md has the command. */

// A display that nobody has paired asks again.
test.use({ expected: /404 .*\/api\/kiosks\// });

test('a board’s pages, and the panel of a manager', { tag: '@pictures' }, async ({ resident }) => {
  const anna = await resident('anna', WIDE);
  await openReady(anna, '/app');
  await expect(anna.page.getByRole('heading', { name: 'Huset just nu' })).toBeVisible();
  await take(anna.page, 'screens/panel');
  await openReady(anna, '/building');
  await expect(anna.page.getByRole('heading', { name: 'Att göra' })).toBeVisible();
  await take(anna.page, 'screens/building');
  const phone = await resident('anna', PHONE);
  await openReady(phone, '/building/homes');
  await phone.page.getByLabel('Lägenheter', { exact: true }).fill('A 1401–1404\nB 901');
  await take(phone.page, 'screens/homes-360');
});

for (const [suffix, size] of [
  ['', WIDE],
  ['-360', PHONE],
] as const) {
  test(
    `letters, posters, log and details of a building${suffix}`,
    { tag: '@pictures' },
    async ({ resident }) => {
      const anna = await resident('anna', size);
      const { page } = anna;
      await openReady(anna, '/building/invite');
      await expect(page.getByRole('button', { name: /^Skapa \d+ brev$/ })).toBeVisible();
      await take(page, `screens/invite${suffix}`);
      await openReady(anna, '/building/posters');
      const make = page.getByRole('button', { name: 'Skapa affisch' });
      const show = page.getByRole('button', { name: 'Visa affischen' });
      await expect(make.or(show).first()).toBeVisible();
      if (await make.isVisible()) await make.click();
      else await show.click();
      await expect(page.getByRole('img', { name: 'QR-kod som leder till inbjudan' })).toBeVisible();
      await take(page, `screens/posters${suffix}`);
      await openReady(anna, '/building/log');
      await expect(page.getByRole('listitem').first()).toBeVisible();
      await take(page, `screens/log${suffix}`);
      await openReady(anna, '/building/about');
      await expect(page.getByLabel('Adress', { exact: true })).toBeVisible();
      await take(page, `screens/about-building${suffix}`);
    },
  );

  test(
    `an exercise and its report, and a display${suffix}`,
    { tag: '@pictures' },
    async ({ resident, listener, visitor, server, request }) => {
      const anna = await resident('anna', size);
      const { page } = anna;
      await server.moveExercise('held');
      await openReady(anna, '/building/exercises');
      await page.getByRole('button', { name: 'Planera övning' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Planera', exact: true }).click();
      await expect(page.getByText('Alla får besked ett dygn före.').last()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Stäng meddelandet' })).toHaveCount(0);
      await take(page, `screens/exercises${suffix}`);

      const display = (await visitor(size)).page;
      await display.goto('/kiosk');
      const code = display.getByRole('heading', { level: 1 }).locator('span').nth(1);
      await expect(code).toHaveText(/^\d{3}\s\d{3}$/);
      await page.goto('/building/displays');
      await page.getByLabel('Kod på skärmen').fill(await code.innerText());
      await page.getByLabel('Plats').fill('Trapphus A');
      await page.getByRole('button', { name: 'Koppla', exact: true }).click();
      await expect(display.getByRole('heading', { level: 1 })).toHaveText('Inga larm');
      await display.mouse.click(100, 300);
      await expect(page.getByText('Ansluten · Ljud på')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Stäng meddelandet' })).toHaveCount(0);
      await take(page, `screens/displays${suffix}`);
      const karl = await Neighbour.of(request, 'karl');
      const fire = await karl.raise('fire');
      await expect(display.getByRole('heading', { level: 1 })).toHaveText('Brandlarm');
      await take(display, `screens/kiosk${suffix}`);
      await karl.end(fire);
      await page.goto('/building/displays');
      await page.getByRole('button', { name: /^Koppla från .*Trapphus A/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Koppla från' }).click();
      await expect(page.getByText('Inga skärmar än.')).toBeVisible();

      await arm(await listener('karl'));
      await server.moveExercise('exercise.start');
      await expect.poll(async () => (await activeAlarms(request)).length).toBe(1);
      const [exercise] = await activeAlarms(request);
      await page.goto(`/building/exercises/${exercise!.id}`);
      await expect(page.getByText(/^1 av 2 lägenheter nåddes/)).toBeVisible();
      await take(page, `screens/report${suffix}`);
      await (await Neighbour.of(request, 'anna')).end(exercise!);
      await server.moveExercise('held');
    },
  );

  test(
    `the sheet for the rescue service${suffix}`,
    { tag: '@pictures' },
    async ({ user, visitor, request }) => {
      const { page } = await visitor(size);
      await page.goto(await handoverLink((await user('anna')).page, request));
      await expect(page.getByRole('heading', { name: 'Behöver hjälp' })).toBeVisible();
      await take(page, `screens/handover${suffix}`);
    },
  );

  test(`all buildings${suffix}`, { tag: '@pictures' }, async ({ user }) => {
    const { page } = await user('admin', size);
    await page.goto('/admin/buildings');
    await expect(page.getByText('Storgatan 12').first()).toBeVisible();
    await take(page, `screens/all-buildings${suffix}`);
  });

  test(
    `the profile, and closing the account${suffix}`,
    { tag: '@pictures' },
    async ({ resident }) => {
      const karl = await resident('karl', size);
      await openReady(karl, '/app/profile');
      await expect(karl.page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
      await take(karl.page, `screens/profile${suffix}`);
      await openReady(karl, '/app/profile/close');
      await take(karl.page, `screens/close-account${suffix}`);
    },
  );
}
