import type { Locator, Page } from '@playwright/test';
import { expect, test } from './story.js';
import { letWait } from './waiting-members.js';

/** A manager does the work of a board with the keyboard alone. */

/** The longest way to a control: the members of the demo building, each with their acts. */
const MOST_STOPS = 120;

/** The code of no display is refused. */
test.use({ expected: /404 .*\/kiosks/ });

/** Presses Tab until the control has the focus, which must be drawn. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const isReached = await control.evaluate((one) => one === document.activeElement);
    if (!isReached) continue;
    const drawn = await control.evaluate((one) => getComputedStyle(one).outlineStyle);
    expect(drawn, 'the focus is drawn').not.toBe('none');
    await expect(control).toBeInViewport();
    return;
  }
  throw new Error(`Tab does not lead to ${control.toString()}`);
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** Escape closes a dialog at once, and the page hears of it a moment later. */
async function escape(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
}

test('a manager enters a home, removes it, and pauses a member, without a pointer', async ({
  resident,
}) => {
  const { page } = await resident('anna');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');

  await press(page, page.getByRole('link', { name: 'Huset', exact: true }));
  await press(page, page.getByRole('link', { name: 'Lägg in fler lägenheter' }));
  await tabTo(page, page.getByLabel('Lägenheter', { exact: true }));
  await page.keyboard.type('1401');
  await press(page, button('Lägg in 1 lägenhet'));
  await expect(page.getByText('1 lägenhet är inlagd.')).toBeVisible();

  await press(page, page.getByRole('link', { name: 'Lägenheter', exact: true }));
  await tabTo(page, page.getByLabel('Sök namn eller lägenhet'));
  await page.keyboard.type('1401');
  await expect(page.getByRole('heading', { level: 4 })).toHaveText(['1401']);
  await press(page, page.locator('summary', { hasText: '1401' }));
  await press(page, button('Ta bort lägenheten'));
  await expect(dialog.getByRole('button', { name: 'Avbryt' })).toBeFocused();
  await escape(page);
  await expect(button('Ta bort lägenheten'), 'the focus returns').toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Ta bort lägenheten' }));
  await expect(page.getByText('Ingen träff på')).toBeVisible();

  await press(page, button('Visa alla'));
  const karl = page.locator('summary', { hasText: 'Karl Ek' });
  await press(page, karl);
  await press(page, button('Pausa rätten att larma'));
  await tabTo(page, dialog.getByLabel('Skäl (valfritt)'));
  await page.keyboard.type('Många larm på skoj');
  await press(page, dialog.getByRole('button', { name: 'Pausa', exact: true }));
  await expect(page.getByText('Får inte larma')).toBeVisible();
  await expect(karl, 'the focus stays on the row').toBeFocused();
  await press(page, button('Låt larma igen'));
  await expect(page.getByText('Får inte larma')).toHaveCount(0);
});

test('a manager plans and calls off an exercise, and gives a display a wrong code, without a pointer', async ({
  resident,
}) => {
  const { page } = await resident('anna');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');

  await press(page, page.getByRole('link', { name: 'Huset', exact: true }));
  await press(page, page.getByRole('link', { name: 'Övningar', exact: true }));
  await press(page, button('Planera övning'));
  await press(page, dialog.getByRole('button', { name: 'Planera', exact: true }));
  const callOff = button(/^Ställ in, /);
  await press(page, callOff);
  await expect(dialog.getByRole('button', { name: 'Behåll den' })).toBeFocused();
  await escape(page);
  await expect(callOff, 'the focus returns').toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Ställ in', exact: true }));
  const calledOff = page.getByRole('listitem').filter({ hasText: 'Inställd' }).first();
  await expect(
    calledOff.locator('p[tabindex="-1"]'),
    'the focus stays on the exercise',
  ).toBeFocused();

  await press(page, page.getByRole('link', { name: 'Skärmar', exact: true }));
  await tabTo(page, page.getByLabel('Kod på skärmen'));
  await page.keyboard.type('000 000');
  await tabTo(page, page.getByLabel('Plats'));
  await page.keyboard.type('Trapphus A');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kunde inte koppla skärmen')).toBeVisible();
  await expect(page.getByLabel('Kod på skärmen'), 'what was typed stays').toHaveValue('000 000');
});

test('a manager answers who waits, makes letters and a poster, and lets somebody move out, without a pointer', async ({
  resident,
  server,
  request,
}) => {
  await letWait(server, request, { 'Nils Ny': '1104', 'Olga Ny': '1104' });
  const { page } = await resident('anna');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = page.getByRole('dialog');
  const link = (name: string) => page.getByRole('link', { name, exact: true });

  await page.goto('/building');
  const all = page.getByLabel('Markera alla');
  await tabTo(page, all);
  await page.keyboard.press('Space');
  await press(page, button('Godkänn 2'));
  await expect(page.getByText('2 av 2 har fått svar.')).toBeVisible();
  await expect(all).toHaveCount(0);

  await press(page, button('Har flyttat lägenhet 1104'));
  await tabTo(page, dialog.getByLabel('Skapa ett brev till nästa'));
  await page.keyboard.press('Space');
  await press(page, dialog.getByRole('button', { name: 'Ta bort 2' }));
  await expect(button('Har flyttat lägenhet 1104')).toHaveCount(0);

  await press(page, link('Bjud in'));
  await tabTo(page, page.getByRole('checkbox', { name: '1104' }));
  await page.keyboard.press('Space');
  await press(page, button(/^Skapa \d+ brev$/));
  await expect(page.getByRole('heading', { name: /brev är klara/ })).toBeFocused();
  await press(page, button('Klar'));
  await expect(dialog.getByRole('button', { name: 'Stanna' })).toBeFocused();
  await press(page, dialog.getByRole('button', { name: 'Lämna' }));

  await press(page, link('Affischer'));
  // Another test of this worker may have made it.
  await press(page, button(/^(Skapa affisch|Visa affischen)$/));
  await expect(page.getByText('Koden på affischen ska vara')).toBeVisible();
  await press(page, button('Byt kod'));
  await expect(dialog.getByRole('button', { name: 'Behåll koden' })).toBeFocused();
  await press(page, dialog.getByRole('button', { name: 'Byt kod' }));
  await expect(dialog).toHaveCount(0);

  await press(page, link('Om huset'));
  await tabTo(page, page.getByLabel('Till räddningstjänsten (valfritt)'));
  await page.keyboard.type('Gasen stängs av i källaren.');
  await press(page, button('Spara'));
  await expect(page.getByText('Uppgifterna är sparade')).toBeVisible();

  await press(page, link('Händelser'));
  await expect(page.getByText(/ändrade/).first()).toBeVisible();
});
