import type { Page } from '@playwright/test';
import { expect, test } from '../visitor.js';
import { FORMS, passGate, send } from './forms.js';
import { cut, shows, type State } from './states.js';

/**
 * Tests that public pages show every text that the specification or the decisions about it quote,
 * exactly and in the right state.
 */

// Some states need an unreachable server.
test.use({ expected: /net::ERR_FAILED/ });

const refusedCode = (code: string) => async (page: Page) => {
  await page.goto('/');
  await page.getByLabel('Inbjudningskod').fill(code);
  await page.getByRole('button', { name: 'Fortsätt' }).click();
};

const interest =
  (changes: Record<string, string> = {}) =>
  async (page: Page) => {
    await FORMS.interest.open(page);
    await send(page, 'interest', changes);
  };

const STATES: Record<string, State> = {
  'the gate': {
    reach: async (page) => {
      await page.goto('/');
      await expect(page.getByPlaceholder('XXXX-XXXX', { exact: true })).toBeVisible();
    },
    isSample: true,
    texts: [
      'Welcome',
      'Fortsätt',
      'Saknar du kod? Kontakta administratören på LinkedIn för att få tillgång till demon.',
      /^Har du konto\?/,
      'Till inloggningen',
    ],
    named: ['Inbjudningskod'],
  },
  'the gate while it checks': {
    reach: async (page) => {
      await page.route('**/api/gate/validate-code', () => undefined);
      await refusedCode('DEMO-2026')(page);
    },
    texts: ['Validerar...'],
  },
  'the gate, a wrong code': {
    reach: refusedCode('NOPE-0000'),
    texts: ['Felaktig kod. Försök igen eller kontakta administratören.'],
  },
  'the gate, a malformed code': {
    reach: refusedCode('NOPE'),
    texts: ['Felaktig kod. Försök igen eller kontakta administratören.'],
  },
  'the gate, a check that failed': {
    reach: async (page) => {
      await cut(page, '/gate/validate-code');
      await refusedCode('DEMO-2026')(page);
    },
    texts: ['Felaktig kod. Försök igen eller kontakta administratören.'],
  },
  'the landing page': {
    reach: passGate,
    isSample: true,
    texts: [
      'När sekunder räknas',
      'Kom igång nu',
      'Logga in',
      'Snabba larm',
      'Ljudvarningar',
      'Säkert',
      'Hela huset',
      'Så fungerar det',
      /Skapa konto$/,
      /Välj larmtyp$/,
      /Skicka larm$/,
      'Gör huset tryggare',
      'Anmäl intresse',
      'Intresseanmälan',
      'Privatperson',
      'BRF',
      'Namn',
      'E-post',
      'Telefon',
      'Adress',
      'Skicka intresseanmälan',
      'Om ResQ',
      'Kontakt',
      'Karriär',
      'Integritetspolicy',
      'Användarvillkor',
      'Cookiepolicy',
    ],
    named: ['Byt till mörkt tema'],
  },
  'the interest form of an association': {
    reach: async (page) => {
      await passGate(page);
      await page.getByLabel('BRF').check();
    },
    texts: ['Föreningsnamn'],
  },
  'the interest form, sent': {
    reach: interest(),
    texts: ['Tack! Vi kontaktar dig inom 24 timmar'],
  },
  'the dark theme': {
    reach: async (page) => {
      await page.goto('/about');
      await page.getByRole('button', { name: 'Byt till mörkt tema' }).click();
    },
    isSample: true,
    texts: [],
    named: ['Byt till ljust tema'],
  },
  'the about page': {
    reach: async (page) => void (await page.goto('/about')),
    texts: ['Kom igång nu'],
  },
  'the contact page': {
    reach: async (page) => void (await page.goto('/contact')),
    texts: [
      'Namn',
      'E-post',
      'Ämne',
      'Meddelande',
      'Skicka meddelande',
      '0/2000',
      'kontakt@resq.example',
    ],
  },
  'the contact form, refused': {
    reach: async (page) => {
      await page.goto('/contact');
      await page.getByRole('button', { name: 'Skicka meddelande' }).click();
    },
    isSample: true,
    texts: [
      'Valideringsfel',
      'Vänligen kontrollera att alla fält är korrekt ifyllda.',
      'Namn krävs',
      'Ogiltig e-postadress',
      'Ämne krävs',
      'Meddelandet måste vara minst 10 tecken',
    ],
  },
  'the contact form, sent': {
    reach: async (page) => {
      await FORMS.contact.open(page);
      await send(page, 'contact');
    },
    texts: [
      'E-postprogrammet öppnas',
      'Skicka meddelandet därifrån.',
      'Meddelandet finns i ditt e-postprogram',
      'Tryck på skicka där.',
    ],
  },
  'the privacy policy': {
    reach: async (page) => void (await page.goto('/privacy')),
    texts: [
      'Larmhistorik sparas i 12 månader.',
      'Kontouppgifter raderas inom 30 dagar efter att kontot har stängts.',
      'Vid ett larm ser grannarna ditt namn och lägenhetsnummer, men inte din e-postadress eller ditt telefonnummer.',
    ],
  },
  'the terms': {
    reach: async (page) => void (await page.goto('/terms')),
    texts: [
      'Uppsägningstiden är 3 månader. Du kan sluta använda tjänsten och stänga kontot när du vill.',
      'Du ska vara minst 18 år eller ha vårdnadshavares godkännande.',
      'Förbjudet: falska larm, trakasserier, att dela kontot, att kringgå säkerheten, kommersiell användning.',
      'ResQ ersätter inte 112.',
      'ResQ är gratis under betan. Därefter kostar det cirka 29 kr/månad för privatpersoner. Vi meddelar det minst 30 dagar i förväg.',
    ],
  },
  'the cookie policy': {
    reach: async (page) => void (await page.goto('/cookies')),
    texts: [
      'Beständiga cookies sparas i högst 12 månader.',
      'Inloggningscookies sparas tills du loggar ut, dock högst 30 dagar.',
    ],
  },
  'an address that does not exist': {
    reach: async (page) => void (await page.goto('/finns-inte')),
    texts: ['Oops! Page not found', 'Till startsidan'],
  },
};

shows('public pages', STATES);
