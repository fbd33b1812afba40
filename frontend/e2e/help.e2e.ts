import type { Page } from '@playwright/test';
import { Neighbour } from './neighbour.js';
import { expect, test } from './story.js';

/** Tests calls for help: who is told of them, the answer to them, and the end of their alarm. */

const dialog = (page: Page) => page.getByRole('alertdialog');
const NEEDS = /^Lägenhet.1102 \(Lisa Ny\) behöver hjälp\.$/;
const BRIEF = /^Behöver hjälp: lägenhet.1102 \(Lisa Ny\)\.$/;

/** Waits for a second: an earlier press does not count as meant for a call that was just shown. */
async function noticed(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() > from + 1_050, since);
}

test('a person who calls for help reads who has seen it and who comes, up to the end', async ({
  resident,
}) => {
  const [karl, lisa, anna] = [
    await resident('karl'),
    await resident('lisa'),
    await resident('anna'),
  ];
  await karl.page.getByRole('button', { name: 'Brand' }).click();
  await karl.page.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
  await expect(dialog(anna.page)).toBeVisible();
  await anna.page.getByRole('button', { name: 'Minimera' }).click();
  await expect(dialog(anna.page)).toHaveCount(0);

  await lisa.page.getByRole('button', { name: 'Jag behöver hjälp' }).click();
  await expect(dialog(lisa.page).getByText('Ingen har sett det än. Ring 112.')).toBeVisible();
  await expect(dialog(anna.page).getByText(BRIEF)).toBeVisible();
  const homes = karl.page.getByRole('region', { name: 'Grannarna' });
  await expect(homes.getByText(/^Lägenhet.1102, Lisa Ny/)).toBeVisible();
  await expect(karl.page.getByText(BRIEF)).toBeVisible();

  await noticed(anna.page);
  await anna.page.getByRole('heading', { name: 'Brandlarm' }).click();
  const seen = /^Anna Berg i lägenhet.1201 har sett det\.$/;
  await expect(dialog(lisa.page).getByText(seen)).toBeVisible();
  await anna.page.getByRole('button', { name: 'Jag kan hjälpa till' }).click();
  await expect(
    dialog(lisa.page).getByText(/^Anna Berg i lägenhet.1201 kan hjälpa till\.$/),
  ).toBeVisible();
  await expect(dialog(lisa.page).getByText(seen)).toHaveCount(0);
  await expect(
    dialog(anna.page).getByText('Än så länge är det bara du som kan hjälpa till.'),
  ).toBeVisible();

  // The advice stays for those who have responded, and the sender has it too.
  for (const { page } of [karl, lisa, anna]) {
    await expect(page.getByText('Rök i trapphuset? Stanna i lägenheten.')).toBeVisible();
  }

  await karl.page.getByRole('button', { name: 'Faran är över' }).click();
  const question = karl.page.getByRole('dialog', { name: 'Är faran över?' });
  await expect(question.getByText(NEEDS)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Inte än' })).toBeFocused();
  await karl.page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(dialog(lisa.page).getByText('Var är du?')).toBeVisible();
});

const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 1440, height: 900 },
];

// `still.e2e.ts` tests it at one size.
test(
  'a call for help moves no button of an alarm that waits for a response',
  { tag: '@long' },
  async ({ resident, request }) => {
    const [{ page }, karl] = [await resident('anna'), await Neighbour.of(request, 'karl')];
    const lisa = await Neighbour.of(request, 'lisa');
    const places = async () => {
      const found: number[][] = [];
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const controls = dialog(page).locator('a, button');
        found.push(
          await controls.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top)),
        );
      }
      return found;
    };
    const alarm = await karl.raise('fire', { note: 'Rök på vinden.' });
    await expect(dialog(page)).toBeVisible();
    const before = await places();
    await lisa.respond(alarm, 'need_help');
    await expect(dialog(page).getByText(BRIEF)).toBeVisible();
    expect(await places()).toEqual(before);
  },
);
