import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../visitor.js';
import { FORMS, newEmail, passGate, send } from './forms.js';
import { cut, shows, type State } from './states.js';

/** Tests the quoted texts of the sign-in, the sign-up, and the administrator's codes. */

// Some states need a refusal or an unreachable server.
test.use({ expected: /(401|409|429|503) .*\/api\/auth\/|net::ERR_FAILED/ });

const later = ['Ett fel uppstod', 'Försök igen senare'];

const answered = (page: Page, call: string, status: number, message: string) =>
  page.route(`**/api${call}`, (route) =>
    route.fulfill({
      status,
      json: { error: { code: 'auth.required', message, requestId: 'x' } },
    }),
  );

const auth =
  (form: 'signIn' | 'signUp', changes: Record<string, string> = {}) =>
  async (page: Page) => {
    await FORMS[form].open(page);
    await send(page, form, changes);
  };

const codes = async (page: Page) => {
  await FORMS.codes.open(page);
  await expect(page.getByText('DEMO-2026', { exact: true })).toBeVisible();
};

const newCode = async (page: Page, receiver = '') => {
  await codes(page);
  await send(page, 'codes', { 'Namn (valfritt)': receiver });
  await expect(page.getByText('Kod skapad!')).toBeVisible();
};

const STATES: Record<string, State> = {
  'the sign-in': {
    reach: async (page) => void (await page.goto('/auth')),
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
  "the sign-in, the server's own message": {
    reach: async (page) => {
      await answered(page, '/auth/sign-in', 401, 'Kontot är spärrat.');
      await auth('signIn')(page);
    },
    texts: ['Inloggning misslyckades', 'Kontot är spärrat.'],
  },
  'the sign-in, tried too often': {
    reach: async (page) => {
      const message = 'För många försök. Försök igen om en stund.';
      await answered(page, '/auth/sign-in', 429, message);
      await auth('signIn')(page);
    },
    texts: ['För många försök. Försök igen om en stund.'],
  },
  'the sign-in, no network': {
    reach: async (page) => {
      await cut(page, '/auth/sign-in');
      await auth('signIn')(page);
    },
    texts: later,
  },
  'the sign-in, a broken server': {
    reach: async (page) => {
      await answered(page, '/auth/sign-in', 503, 'any message');
      await auth('signIn')(page);
    },
    texts: later,
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
  'the codes, permission being checked': {
    reach: async (page) => {
      await signIn(page, 'admin@resq.example');
      await page.route('**/api/auth/me', () => undefined);
      await page.goto('/admin/codes');
    },
    texts: ['Åtkomstkoder', 'Kontrollerar behörighet …'],
  },
  'the codes, no administrator': {
    reach: async (page) => {
      await signIn(page, 'otto@resq.example');
      await page.goto('/admin/codes');
    },
    texts: ['Ingen åtkomst', 'Du har inte administratörsrättigheter'],
  },
  'the codes': {
    reach: async (page) => {
      // The list shows a code that was used beside one that was not.
      await passGate(page);
      await newCode(page);
      await page.goto('/admin/codes');
      await expect(page.getByText('DEMO-2026', { exact: true })).toBeVisible();
    },
    texts: [
      'Åtkomstkoder',
      'Namn (valfritt)',
      'E-post (valfritt)',
      'Företag (valfritt)',
      'Generera kod',
      'Uppdatera',
      'Aktiv',
      'Inte använd',
      'Kopiera',
      'Ta bort',
    ],
  },
  'the codes, a long name': {
    reach: async (page) => {
      await codes(page);
      await send(page, 'codes', { 'Namn (valfritt)': 'a'.repeat(101) });
    },
    texts: ['Valideringsfel', 'Namnet får max vara 100 tecken'],
  },
  'the codes, created': { reach: newCode, texts: ['Kod skapad!'] },
  'the codes, copied': {
    reach: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await codes(page);
      await page.getByRole('button', { name: 'Kopiera koden DEMO-2026' }).click();
    },
    texts: ['Kopierad!', 'Koden DEMO-2026 har kopierats'],
  },
  'the codes, copying refused': {
    reach: async (page) => {
      await page.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      });
      await codes(page);
      await page.getByRole('button', { name: 'Kopiera koden DEMO-2026' }).click();
    },
    texts: ['Kunde inte kopiera koden', 'Markera koden och kopiera den själv.'],
  },
  'the codes, one being deleted': {
    reach: async (page) => {
      await codes(page);
      await page.getByRole('button', { name: 'Ta bort koden DEMO-2026' }).click();
    },
    texts: ['Ta bort koden DEMO-2026?', 'Avbryt'],
  },
  'the codes, one deleted': {
    reach: async (page) => {
      await newCode(page, 'Till den som går');
      await page
        .getByRole('row')
        .filter({ hasText: 'Till den som går' })
        .getByRole('button', { name: /^Ta bort koden/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click();
    },
    texts: ['Borttagen', 'Åtkomstkoden har tagits bort'],
  },
  'the codes, a list that does not load': {
    reach: async (page) => {
      await signIn(page, 'admin@resq.example');
      await cut(page, '/admin/codes');
      await page.goto('/admin/codes');
    },
    texts: ['Kunde inte ladda åtkomstkoder', 'Försök igen senare'],
  },
  'the codes, none generated': {
    reach: async (page) => {
      await codes(page);
      await cut(page, '/admin/codes/generate');
      await send(page, 'codes');
    },
    texts: ['Kunde inte generera kod', 'Försök igen senare'],
  },
  'the codes, none created': {
    reach: async (page) => {
      await codes(page);
      await cut(page, '/admin/codes');
      await send(page, 'codes');
    },
    texts: ['Kunde inte skapa åtkomstkod', 'Försök igen senare'],
  },
  'the codes, none deleted': {
    reach: async (page) => {
      await codes(page);
      await cut(page, '/admin/codes/*');
      await page.getByRole('button', { name: 'Ta bort koden DEMO-2026' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click();
    },
    texts: ['Kunde inte ta bort kod', 'Försök igen senare'],
  },
};

shows(STATES);
