import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { Neighbour } from './neighbour.js';
import { dark, incoming, makeReady, PHONE, sendFire, twentySeconds } from './pictures.js';
import { activeAlarms, expect, test } from './story.js';
import { enter, PASSWORD } from './visitor.js';

/**
 * Takes the pictures of the product that the landing page and `/about` show in their phones, in both themes;
 * CONTRIBUTING.md has the command.
 */

/** The phones of the landing page have the same proportions. */
const SCREEN = { ...PHONE, viewport: { width: 360, height: 640 }, deviceScaleFactor: 4 / 3 };

async function take(page: Page, name: string): Promise<void> {
  const path = fileURLToPath(new URL(`../src/ui/phone/screens/${name}.png`, import.meta.url));
  await page.screenshot({ path, animations: 'disabled' });
}

for (const theme of ['light', 'dark']) {
  const optionsOf = (origin?: string) => ({ ...SCREEN, ...(theme === 'dark' && dark(origin)) });

  test(
    `the ways in, the panel and a sent alarm, ${theme}`,
    { tag: '@pictures' },
    async ({ resident, visitor, request, baseURL }) => {
      const email = `${randomUUID()}@resq.example`;
      await request.post('/api/auth/sign-up', { data: { email, password: PASSWORD } });
      const { page } = await visitor(optionsOf(baseURL));
      await page.goto('/auth');
      await enter(page, email);
      await page.waitForURL('/');
      await page.goto('/app');
      await expect(page.getByRole('heading', { name: /inte med i något hus/ })).toBeVisible();
      await page.mouse.click(4, 400);
      await expect(page.getByText(/^Ljudet är (av|på)/)).toHaveCount(0);
      await take(page, `ways-in-${theme}`);

      const karl = await resident('karl', optionsOf());
      const lisa = await resident('lisa', optionsOf());
      const others = [await resident('anna'), lisa];
      for (const tab of [...others, karl]) await makeReady(tab);
      await expect(karl.page.getByText('2 av 2 grannar är redo att ta emot larm.')).toBeVisible();
      await take(karl.page, `panel-${theme}`);
      await sendFire(karl);
      await expect(incoming(lisa.page)).toBeVisible();
      await take(lisa.page, `incoming-${theme}`);
      const [alarm] = await activeAlarms(request);
      await (await Neighbour.of(request, 'anna')).respond(alarm!, 'safe');
      await (await Neighbour.of(request, 'lisa')).respond(alarm!, 'coming');
      await expect(karl.page.getByText('2 av 2 lägenheter nådda').first()).toBeVisible();
      await twentySeconds(karl.page);
      await take(karl.page, `sent-${theme}`);
    },
  );
}
