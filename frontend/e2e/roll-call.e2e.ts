import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listenIn } from './live-regions.js';
import { moveIn, Neighbour } from './neighbour.js';
import { activeAlarms, expect, test, type Tab } from './story.js';

/** Tests what the sender reads of the neighbours' responses. */

const WIDE = { width: 1280, height: 720 };
const neighbours = (page: Page) => page.getByRole('region', { name: 'Grannarna' });

async function respond({ page }: Tab, response: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: response }).click();
}

test('the sender reads who of three neighbours is safe, comes and needs help, and how many', async ({
  resident,
  request,
}) => {
  const account = `mira-${randomUUID()}`;
  const leave = await moveIn(request, account, { name: 'Mira Dahl', apartment: '1302' });
  try {
    const [karl, lisa, anna] = await Promise.all([
      resident('karl', { viewport: WIDE }),
      resident('lisa'),
      resident('anna'),
    ]);
    const mira = await Neighbour.of(request, account);
    await karl.page.clock.install();
    const said = await listenIn(karl.page);
    await karl.page.getByRole('button', { name: 'Brand' }).click();
    await karl.page.clock.runFor(500);
    await karl.page.getByRole('button', { name: 'Skicka brandlarm' }).click();

    await Promise.all([respond(lisa, 'Jag är i säkerhet'), respond(anna, 'Jag kan hjälpa till')]);
    const [alarm] = await activeAlarms(request);
    await mira.respond(alarm!, 'need_help', 'Trapphuset');
    const reached = '3 av 3 lägenheter nådda';
    await expect(karl.page.getByText(reached, { exact: true }).first()).toBeVisible();
    const counts = ['1 i säkerhet', '1 behöver hjälp', '1 kan hjälpa till'];
    const cells = karl.page.getByRole('article').getByRole('listitem');
    for (const count of counts) {
      await expect(cells.filter({ hasText: count }).first()).toBeVisible();
    }
    await expect(cells.filter({ hasText: '0 har inte svarat' })).toBeVisible();
    await expect(neighbours(karl.page)).toMatchAriaSnapshot(`
      - region "Grannarna":
        - heading "Behöver hjälp (1)" [level=2]
        - list:
          - listitem: Lägenhet 1302, Mira Dahl – trapphuset
        - heading "Kan hjälpa till (1)" [level=2]
        - list:
          - listitem: Lägenhet 1201, Anna Berg
        - heading "I säkerhet (1)" [level=2]
        - list:
          - listitem: Lägenhet 1102, Lisa Ny
    `);
    // A screen reader reads the counts at most every five seconds.
    await karl.page.clock.runFor(6_000);
    const summary = [reached, ...counts].join(', ');
    await expect.poll(said).toContain(summary);
    await test.step('a note that is added later appears on the screens that show the alarm', async () => {
      await karl.page.getByRole('button', { name: 'Trapphuset' }).click();
      await karl.page.getByLabel('Vad har hänt? (valfritt)').fill('Det ryker från hissen');
      await karl.page.getByRole('button', { name: 'Spara', exact: true }).click();
      await expect(karl.page.getByText('Sparat.')).toBeVisible();
      await expect(lisa.page.getByText('Trapphuset. Det ryker från hissen')).toBeVisible();
    });
    await test.step('a new place is shown, and no response is announced twice', async () => {
      await mira.respond(alarm!, 'need_help', 'Källaren');
      const home = neighbours(karl.page).getByRole('listitem').filter({ hasText: 'Mira Dahl' });
      await expect(home).toHaveText(/^Lägenhet.1302, Mira Dahl – källaren$/);
      await karl.page.clock.runFor(6_000);
      const spoken = await said();
      const times = (text: string) => spoken.filter((one) => one === text).length;
      expect(times('Lägenhet 1302 (Mira Dahl) behöver hjälp.')).toBe(1);
      expect(times(summary)).toBe(1);
    });
    // Only the sender and the managers may know who has responded.
    await expect(anna.page.getByText(reached, { exact: true }).first()).toBeVisible();
    await expect(lisa.page.getByText('Ditt svar: Jag är i säkerhet.')).toBeVisible();
    await expect(neighbours(lisa.page)).toHaveCount(0);
    await expect(lisa.page.getByText('Anna Berg')).toHaveCount(0);
    await expect(lisa.page.getByText(/nådda/)).toHaveCount(0);
    await expect(lisa.page.getByRole('button', { name: 'Faran är över' })).toHaveCount(0);
  } finally {
    await leave();
  }
});
