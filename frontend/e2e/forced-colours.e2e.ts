import { keepsBoxes, standsOut } from './forced-colours.js';
import { passGate } from './spec/forms.js';
import { expect, test } from './visitor.js';

/**
 * Opens every page in forced colours. In `npm test` the tests that check a page or a state of an alarm
 * with axe look for its boxes too.
 */

const OPEN = ['/about', '/contact', '/careers', '/auth'];
const CLOSED = [
  ...['', '/history', '/check', '/profile', '/profile/close'].map((part) => `/app${part}`),
  ...['', '/homes', '/invite', '/posters', '/exercises', '/displays', '/about'].map(
    (part) => `/building${part}`,
  ),
];

test(
  'every page keeps its boxes in forced colours',
  { tag: '@long' },
  async ({ user, visitor }) => {
    const { page } = await visitor();
    await page.goto('/');
    await expect(page.getByLabel('Inbjudningskod')).toBeVisible();
    await keepsBoxes(page, 'gate');
    await passGate(page);
    await keepsBoxes(page, 'landing');
    for (const path of OPEN) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await keepsBoxes(page, path);
    }
    const anna = (await user('anna')).page;
    for (const path of CLOSED) {
      await anna.goto(path);
      await expect(anna.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(anna.getByText('Laddar …')).toHaveCount(0);
      await keepsBoxes(anna, path);
    }
    for (const width of [390, 1440]) {
      await anna.setViewportSize({ width, height: 800 });
      await standsOut(anna, 'nav [aria-current]', 'nav a:not([aria-current])');
    }
  },
);
