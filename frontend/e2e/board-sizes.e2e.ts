import { PAGES } from '@contract/paths';
import { nothingFound } from './axe.js';
import { keepsBoxes } from './forced-colours.js';
import { expect, test } from './story.js';
import { checkAt, PHONE, SCOPES } from './text-size.js';

/** The pages of a board keep every word on small screens with large text, and pass axe and forced colours. */

for (const one of SCOPES) {
  test(
    `the pages of a board keep every word at ${one.scope}, and pass axe and forced colours`,
    { tag: one.tag },
    async ({ user }) => {
      const { page } = await user('anna', PHONE);
      const button = (name: string | RegExp) => page.getByRole('button', { name });
      const left = new Set<string>(
        Object.values(PAGES).filter((path) => path.startsWith('/building/')),
      );
      const open = async (path: string) => {
        left.delete(path);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText('Laddar …')).toHaveCount(0);
      };
      const check = async (state: string) => {
        await checkAt(one, page, state);
        await nothingFound(page, state);
        await keepsBoxes(page, state);
      };

      await open('/building');
      await expect(page.getByText(/ inte med i ResQ$/)).toBeVisible();
      await check('members');
      await open('/building/homes');
      await page
        .getByLabel('Lägenheter', { exact: true })
        .fill('Uppgång A 1401–1404\nB 901\nC 12A');
      await expect(button('Lägg till nollan')).toBeVisible();
      await check('homes');
      await open('/building/invite');
      await expect(button(/^Skapa \d+ brev$/)).toBeVisible();
      await button('Skapa en inbjudan').click();
      await expect(page.getByRole('button', { name: /^Dra tillbaka/ }).first()).toBeVisible();
      await check('invitations');
      await open('/building/posters');
      // Another test of this worker may have made it.
      await button(/^(Skapa affisch|Visa affischen)$/).click();
      await expect(page.getByText('Koden på affischen ska vara')).toBeVisible();
      await button('Stäng affischen').click();
      await check('posters');
      await open('/building/exercises');
      await button('Planera övning').click();
      await check('dialog of an exercise');
      await page.keyboard.press('Escape');
      await check('exercises');
      for (const path of left) {
        await open(path);
        await check(path);
      }
    },
  );
}
