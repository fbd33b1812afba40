import type { Page } from '@playwright/test';
import { test } from '../visitor.js';
import { FORMS, newEmail, send } from './forms.js';
import { shows, type State } from './states.js';

/**
 * Tests the quoted texts of the sign-in and the sign-up. `auth-page.test.tsx` tests those of the
 * failures that only an unreachable or a busy server causes.
 */

// Some states need a refusal.
test.use({ expected: /(401|409) .*\/api\/auth\// });

const auth =
  (form: 'signIn' | 'signUp', changes: Record<string, string> = {}) =>
  async (page: Page) => {
    await FORMS[form].open(page);
    await send(page, form, changes);
  };

const STATES: Record<string, State> = {
  'the sign-in': {
    reach: async (page) => void (await page.goto('/auth')),
    isSample: true,
    texts: ['E-post', 'Lösenord', 'Logga in', 'Inget konto? Skapa konto'],
  },
  'the sign-up': {
    reach: FORMS.signUp.open,
    texts: [
      'Skapa konto',
      'Har du konto? Logga in',
      'När du skapar konto godkänner du användarvillkoren och intygar att du är minst 18 år eller har vårdnadshavares godkännande.',
    ],
  },
  'the sign-up, a common password': {
    reach: async (page) => {
      await FORMS.signUp.open(page);
      await page.getByLabel('Lösenord', { exact: true }).fill('123456');
    },
    texts: ['Vanligt lösenord. Välj gärna ett längre.'],
  },
  'the sign-in, a malformed address': {
    reach: auth('signIn', { 'E-post': 'anna' }),
    texts: ['Valideringsfel', 'Ogiltig e-postadress'],
  },
  'the sign-in, wrong': {
    reach: auth('signIn', { Lösenord: 'inte det rätta' }),
    texts: ['Inloggning misslyckades', 'Fel e-post eller lösenord'],
  },
  'the sign-in, done': {
    reach: auth('signIn'),
    texts: ['Välkommen tillbaka!', 'Du är nu inloggad', 'Till larmpanelen'],
  },
  'the sign-up, known already': {
    reach: auth('signUp', { 'E-post': 'karl@resq.example' }),
    texts: ['Registrering misslyckades', 'E-postadressen används redan'],
  },
  'the sign-up, done': {
    reach: async (page) => {
      await FORMS.signUp.open(page);
      await send(page, 'signUp', { 'E-post': newEmail() });
    },
    texts: ['Kontot skapat!', 'Du är nu inloggad och kan använda ResQ'],
  },
  'a new account without a building': {
    reach: async (page) => {
      await page.goto('/app');
      await page.getByRole('button', { name: 'Inget konto? Skapa konto' }).click();
      await send(page, 'signUp');
    },
    texts: ['Jag har en inbjudan', 'Starta ett hus', 'Prova i demohuset'],
  },
};

shows('accounts', STATES);
