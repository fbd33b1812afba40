import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  inviteByHttp,
  joinByHttp,
  OWN_PASSWORD,
  signUpByHttp,
  startBuilding,
} from '../accounts.js';
import { expect, signIn, test } from '../visitor.js';

/** Tests the one-time links that replace a forgotten password. */

const NEW = 'en helt annan fras';

/** These tests cause refusals, and browsers log every one of them. */
test.use({
  expected: /(401|404) .*\/api\/(auth\/(sign-in|reset|me|refresh)|admin\/reset-links) *$/,
});

async function signUp(page: Page): Promise<string> {
  const email = `${randomUUID()}@resq.example`;
  await page.getByLabel('E-post').fill(email);
  await page.getByLabel('Lösenord', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Skapa konto', exact: true }).click();
  return email;
}

async function choose(page: Page, password: string): Promise<void> {
  await page.getByLabel('Nytt lösenord').fill(password);
  await page.getByRole('button', { name: 'Spara lösenordet' }).click();
}

test('a link from a manager replaces a forgotten password once', async ({ visitor, request }) => {
  const [manager, home, phone] = [await visitor(), await visitor(), await visitor()];
  const [eva, nils] = [await signUpByHttp(request), await signUpByHttp(request)];
  const invitation = await inviteByHttp(eva, await startBuilding(eva));
  await joinByHttp(nils, invitation, { name: 'Nils Ny', apartment: '1102' });
  const { email } = nils;
  await signIn(manager.page, eva.email, OWN_PASSWORD);
  await signIn(home.page, email, OWN_PASSWORD);
  await home.page.goto('/app/profile');
  await home.page.getByRole('button', { name: 'Be om en engångslänk' }).click();
  await expect(home.page.getByText('Du har bett om en engångslänk')).toBeVisible();

  await manager.page.goto('/building');
  await manager.page.locator('summary', { hasText: 'Nils Ny' }).click();
  await manager.page.getByRole('button', { name: 'Ny lösenordslänk till Nils Ny' }).click();
  const question = manager.page.getByRole('dialog', {
    name: 'Skapa en engångslänk till Nils Ny?',
  });
  await expect(question.getByRole('button', { name: 'Avbryt' })).toBeFocused();
  await question.getByRole('button', { name: 'Skapa länken' }).click();
  const field = manager.page.getByLabel('Engångslänk till Nils Ny');
  await expect(field).toBeFocused();
  await expect(manager.page.getByText(/Gäller till .* kl\.\s\d\d\.\d\d/)).toBeVisible();
  const link = await field.inputValue();
  expect(link).toMatch(/^http:\/\/localhost:\d+\/reset#[\w-]{22}$/);
  await expect(
    home.page.getByText('Eva Ek har skapat en engångslänk till ett nytt lösenord för ditt konto.'),
  ).toBeVisible();

  await phone.page.goto(link);
  await expect(phone.page).toHaveURL(/\/reset$/);
  await phone.page.getByRole('button', { name: 'Visa lösenordet' }).click();
  await expect(phone.page.getByLabel('Nytt lösenord')).toHaveAttribute('type', 'text');
  await choose(phone.page, '12345');
  await expect(phone.page.getByText('Lösenordet måste vara minst 6 tecken')).toBeVisible();
  await choose(phone.page, NEW);
  await phone.page.waitForURL('/auth');
  await expect(phone.page.getByText('Logga in med det nya lösenordet.')).toBeVisible();

  await home.page.waitForURL('/auth');
  await expect(home.page.getByText('Du är utloggad. Larm når inte den här fliken.')).toBeVisible();

  await phone.page.getByLabel('E-post').fill(email);
  await phone.page.getByLabel('Lösenord', { exact: true }).fill(OWN_PASSWORD);
  await phone.page.getByRole('button', { name: 'Logga in', exact: true }).click();
  await expect(phone.page.getByText('Fel e-post eller lösenord')).toBeVisible();
  await signIn(phone.page, email, NEW);
  await phone.page.goto('/app');
  await expect(phone.page.getByRole('heading', { name: 'Larma dina grannar' })).toBeVisible();

  await home.page.goto(link);
  await choose(home.page, 'ett tredje lösenord');
  await expect(
    home.page.getByRole('alert').getByText('Länken gäller inte längre. Be om en ny.'),
  ).toBeVisible();
  await signIn(home.page, email, NEW);
});

// `password-link-page.test.tsx`, `reset-page.test.tsx` and `reset-links.e2e-spec.ts` test each step.
test('an administrator creates a link for any account', { tag: '@long' }, async ({ visitor }) => {
  const [admin, person] = [await visitor(), await visitor()];
  await person.page.goto('/auth');
  await person.page.getByRole('button', { name: 'Inget konto? Skapa konto' }).click();
  const email = await signUp(person.page);
  await person.page.waitForURL('/');
  await signIn(admin.page, 'admin@resq.example');
  await admin.page.goto('/app');
  await admin.page.getByRole('link', { name: 'Lösenordslänk' }).click();
  await admin.page.getByLabel('E-post').fill('ingen@resq.example');
  await admin.page.getByRole('button', { name: 'Skapa engångslänk' }).click();
  await expect(admin.page.getByText('Det finns inget konto med den adressen.')).toBeVisible();
  await admin.page.getByLabel('E-post').fill(email.toUpperCase());
  await admin.page.getByRole('button', { name: 'Skapa engångslänk' }).click();
  const link = await admin.page.getByLabel(/^Engångslänk till/).inputValue();

  // The link also works in a browser that is signed in, and ends its session.
  await person.page.goto(link);
  await choose(person.page, NEW);
  await person.page.waitForURL('/auth');
  await signIn(person.page, email, NEW);
});
