import { randomUUID } from 'node:crypto';
import { expect, signIn } from '../visitor.js';
import type { Locator, Page } from '@playwright/test';

/** A specified form: its way to open, its valid values, its button and its message of success. */
export interface Form {
  open: (page: Page) => Promise<void>;
  /** Valid values by the field's label. */
  valid: () => Record<string, string>;
  submit: string;
  succeeded: (page: Page) => Locator;
}

export async function passGate(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Inbjudningskod').fill('DEMO-2026');
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByRole('heading', { name: 'När sekunder räknas' })).toBeVisible();
}

export const newEmail = (): string => `${randomUUID()}@resq.example`;

export const FORMS = {
  interest: {
    open: passGate,
    valid: () => ({
      Namn: 'Anna Berg',
      'E-post': 'anna@resq.example',
      Telefon: '070-123 45 67',
      Adress: 'Storgatan 12',
    }),
    submit: 'Skicka intresseanmälan',
    succeeded: (page) => page.getByText('Tack! Vi kontaktar dig inom 24 timmar', { exact: true }),
  },
  contact: {
    open: (page) => page.goto('/contact').then(() => undefined),
    valid: () => ({
      Namn: 'Anna Berg',
      'E-post': 'anna@resq.example',
      Ämne: 'En fråga',
      Meddelande: 'Hur når jag er?',
    }),
    submit: 'Skicka meddelande',
    succeeded: (page) => page.getByText('Meddelandet finns i ditt e-postprogram', { exact: true }),
  },
  signIn: {
    open: (page) => page.goto('/auth').then(() => undefined),
    valid: () => ({ 'E-post': 'otto@resq.example', Lösenord: 'demo-storgatan-12' }),
    submit: 'Logga in',
    succeeded: (page) => page.getByText('Du är nu inloggad', { exact: true }),
  },
  signUp: {
    open: async (page) => {
      await page.goto('/auth');
      await page.getByRole('button', { name: 'Inget konto? Skapa konto' }).click();
    },
    valid: () => ({ 'E-post': newEmail(), Lösenord: 'en lång fras som går' }),
    submit: 'Skapa konto',
    succeeded: (page) => page.getByText('Du är nu inloggad och kan använda ResQ', { exact: true }),
  },
  codes: {
    open: async (page) => {
      await signIn(page, 'admin@resq.example');
      await page.goto('/admin/codes');
    },
    valid: () => ({}),
    submit: 'Generera kod',
    succeeded: (page) => page.getByText('Kod skapad!', { exact: true }),
  },
} satisfies Record<string, Form>;

export type FormName = keyof typeof FORMS;

/** Fills in the valid values, overridden by `changes`, and submits. */
export async function send(
  page: Page,
  name: FormName,
  changes: Record<string, string> = {},
): Promise<void> {
  const form: Form = FORMS[name];
  for (const [label, value] of Object.entries({ ...form.valid(), ...changes })) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: form.submit, exact: true }).click();
}

/** @returns an address of this many characters: 64 before the @, labels of at most 63 after it */
export function emailOf(length: number): string {
  const ending = '.example';
  const domain = length - 65 - ending.length;
  const labels = ['b'.repeat(63), 'c'.repeat(63), 'd'.repeat(domain - 128)];
  return `${'a'.repeat(64)}@${labels.join('.')}${ending}`;
}
