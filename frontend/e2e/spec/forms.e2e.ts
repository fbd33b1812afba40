import { expect, test, type Tab } from '../visitor.js';
import { listenIn } from '../live-regions.js';
import { FORMS, send } from './forms.js';

/**
 * Sections 2 to 5 of the specification: the two forms that send nothing to the server.
 * `interest-form.test.tsx` and `contact-form.test.tsx` test the message of every rule.
 */

test('§2 §5 the interest form shows one alert at a time, and calls an association by its name', async ({
  visitor,
}) => {
  const { page } = await visitor();
  await FORMS.interest.open(page);
  await expect(page.getByLabel('Privatperson')).toBeChecked();
  await page.getByLabel('Namn', { exact: true }).fill('Eken');
  await page.getByLabel('BRF').check();
  await expect(page.getByLabel('Föreningsnamn')).toHaveValue('Eken');
  await expect(page.getByLabel('Namn', { exact: true })).toHaveCount(0);
  await page.getByLabel('BRF').press('ArrowLeft');
  await expect(page.getByLabel('Privatperson')).toBeChecked();
  await expect(page.getByLabel('Namn', { exact: true })).toHaveValue('Eken');
  await page.getByLabel('Namn', { exact: true }).fill('');

  const alert = page.getByRole('alert');
  for (const [label, message] of [
    ['Namn', 'Namnet måste vara minst 2 tecken'],
    ['E-post', 'Ogiltig e-postadress'],
    ['Telefon', 'Ogiltigt telefonnummer'],
    ['Adress', 'Adressen måste vara minst 5 tecken'],
  ] as const) {
    await page.getByRole('button', { name: 'Skicka intresseanmälan' }).click();
    await expect(alert).toHaveText(message);
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(FORMS.interest.valid()[label]);
    await expect(field).not.toHaveAttribute('aria-invalid');
  }
  const said = await listenIn(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.getByRole('button', { name: 'Skicka intresseanmälan' }).click();
  await expect(FORMS.interest.succeeded(page)).toBeVisible();
  await expect(alert).toHaveCount(0);
  expect(sent.filter((url) => url.includes('/api'))).toEqual([]);
  expect(await said()).toContain('Tack! Vi kontaktar dig inom 24 timmar');
});

/** Returns the address that the page passes to the mail program, as the browser reports it. */
async function mailOf({ page, context }: Tab, press: () => Promise<void>): Promise<string> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.enable');
  const asked = new Promise<string>((resolve) =>
    devtools.on('Page.frameRequestedNavigation', ({ url }) => resolve(url)),
  );
  await press();
  return asked;
}

test('§2 §5 the contact form shows every invalid field, counts, and opens the mail program', async ({
  visitor,
}) => {
  const tab = await visitor();
  const { page } = tab;
  await FORMS.contact.open(page);
  await page.getByLabel('Namn', { exact: true }).fill('Anna');
  await page.getByRole('button', { name: 'Skicka meddelande' }).click();
  await expect(page.getByLabel('E-post', { exact: true })).toBeFocused();
  for (const [label, message] of [
    ['E-post', 'Ogiltig e-postadress'],
    ['Ämne', 'Ämne krävs'],
    ['Meddelande', 'Meddelandet måste vara minst 10 tecken'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.getByLabel('Namn', { exact: true })).not.toHaveAttribute('aria-invalid');
  await expect(page.getByRole('alert').filter({ hasText: 'Valideringsfel' })).toContainText(
    'Vänligen kontrollera att alla fält är korrekt ifyllda.',
  );

  for (const [text, shown] of [
    ['', '0/2000'],
    ['a'.repeat(2000), '2000/2000'],
    ['a'.repeat(2001), '2001/2000'],
  ] as const) {
    await page.getByLabel('Meddelande', { exact: true }).fill(text);
    await expect(page.getByText(shown, { exact: true })).toBeVisible();
  }

  const said = await listenIn(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const typed = {
    Namn: ' Åsa & Bo ',
    Ämne: 'Fråga? 100 % & mer #1',
    Meddelande: 'Rad ett\nRad två: a=b&c=d + "citat" 💧',
  };
  const address = new URL(await mailOf(tab, () => send(page, 'contact', typed)));
  expect(`${address.protocol}${address.pathname}`).toBe('mailto:kontakt@resq.example');
  // RFC 6068 requires %20 instead of +, and CRLF at the end of a line.
  expect(address.search).not.toContain('+');
  expect(address.searchParams.get('subject')).toBe(typed.Ämne);
  expect(address.searchParams.get('body')).toBe(
    'Rad ett\r\nRad två: a=b&c=d + "citat" 💧\r\n\r\nÅsa & Bo\r\nanna@resq.example',
  );
  expect([...address.searchParams.keys()]).toEqual(['subject', 'body']);
  await expect.poll(async () => (await said()).join()).toContain('i ditt e-postprogram');
  expect(sent.filter((url) => url.includes('/api'))).toEqual([]);
});
