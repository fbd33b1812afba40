import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './story.js';

/** Tests the ways into a building: code, sign-up, demo building and invitation. */

async function signUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Inget konto? Skapa konto' }).click();
  await page.getByLabel('E-post').fill(`${randomUUID()}@resq.example`);
  await page.getByLabel('Lösenord', { exact: true }).fill('en lång fras som går');
  await page.getByRole('button', { name: 'Skapa konto', exact: true }).click();
}

test('a new account joins the demo building and sees the alarm panel at once', async ({
  visitor,
}) => {
  const { page } = await visitor();
  await page.goto('/app');
  await page.waitForURL('/auth');
  await signUp(page);
  await page.waitForURL('/app');
  await page.getByRole('button', { name: 'Prova i demohuset' }).click();
  await page.getByLabel('Namn').fill('Prova Person');
  await page.getByLabel('Lägenhetsnummer').fill('12');
  await page.getByRole('button', { name: 'Gå in i demohuset' }).click();
  await expect(page.getByText('Ange fyra siffror i lägenhetsnumret')).toBeVisible();
  await page.getByLabel('Lägenhetsnummer').fill('1501');
  await page.getByRole('button', { name: 'Gå in i demohuset' }).click();
  await expect(page.getByRole('heading', { name: 'Larma dina grannar' })).toBeVisible();
});

test('a visitor with a code starts a building, and an invited neighbour receives its alarm', async ({
  visitor,
}) => {
  const [starter, neighbour] = [await visitor(), await visitor()];
  const { page } = starter;
  await page.goto('/');
  await page.getByLabel('Inbjudningskod').fill('DEMO-2026');
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByRole('heading', { name: 'När sekunder räknas' })).toBeVisible();
  await page.goto('/app');
  await signUp(page);
  await page.getByRole('button', { name: 'Starta ett hus' }).click();
  await page.getByLabel('Husets namn').fill('BRF Eken');
  await page.getByLabel('Adress').fill('Ekvägen 1, Umeå');
  await page.getByLabel('Ditt namn').fill('Eva Ek');
  await page.getByLabel('Lägenhetsnummer').fill('1001');
  await page.getByRole('button', { name: 'Starta huset' }).click();
  await expect(page.getByRole('heading', { name: 'Larma dina grannar' })).toBeVisible();
  // A card of the panel leads there too.
  await page.getByRole('link', { name: 'Huset', exact: true }).click();
  await page.getByRole('link', { name: 'Bjud in' }).click();
  await page.getByRole('button', { name: 'Skapa en inbjudan' }).click();
  const link = await page.getByLabel('Inbjudningslänk').inputValue();
  expect(link).toMatch(/^http:\/\/localhost:\d+\/join#[\w-]{22}$/);

  await neighbour.page.goto(link);
  await expect(neighbour.page.getByText('Ekvägen 1, Umeå')).toBeVisible();
  await neighbour.page.getByRole('link', { name: 'Skapa konto' }).click();
  await neighbour.page.getByLabel('E-post').fill(`${randomUUID()}@resq.example`);
  await neighbour.page.getByLabel('Lösenord', { exact: true }).fill('en annan lång fras');
  await neighbour.page.getByRole('button', { name: 'Skapa konto', exact: true }).click();
  await neighbour.page.getByLabel('Namn').fill('Nils Ny');
  await neighbour.page.getByLabel('Lägenhetsnummer').fill('1102');
  await neighbour.page.getByLabel('Jag vet att ResQ inte ersätter 112.').check();
  await neighbour.page.getByRole('button', { name: 'Gå med' }).click();
  await expect(neighbour.page.getByText('Du är med.')).toBeVisible();
  await neighbour.page.waitForURL('/app/check');

  await page.getByRole('link', { name: 'Larmpanel' }).click();
  await page.getByRole('button', { name: 'Annan fara' }).click();
  await page.getByRole('button', { name: 'Skicka larm om fara' }).click({ delay: 450 });
  const alarm = neighbour.page.getByRole('alertdialog', { name: 'Annan fara' });
  await expect(alarm.getByText('Lägenhet 1001, entréplan, Eva Ek')).toBeVisible();
});

// `sheet-guard.test.tsx` tests each of them.
test(
  'a double click, a held key and Escape send nothing',
  { tag: '@long' },
  async ({ resident }) => {
    const { page } = await resident('karl');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/alarms'))
        sent.push(request.url());
    });
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('alarm:raise')) sent.push(String(payload));
      }),
    );
    await page.reload();
    const type = page.getByRole('button', { name: 'Brand' });
    const sendButton = page.getByRole('button', { name: 'Skicka brandlarm' });
    await type.dblclick();
    await expect(sendButton).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sendButton).toHaveCount(0);
    await type.focus();
    await page.keyboard.down('Enter');
    await expect(sendButton).toBeFocused();
    // The browser marks them as repeated, because the key was not released.
    for (let n = 0; n < 20; n += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.press('Escape');
    await expect(sendButton).toHaveCount(0);
    expect(sent).toEqual([]);
  },
);
