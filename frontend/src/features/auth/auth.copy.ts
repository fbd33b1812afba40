import { RULES } from '@contract/text-rules';

const { password } = RULES.account;

export const AUTH = {
  signIn: {
    title: 'Logga in',
    heading: 'Logga in i ResQ',
    submit: 'Logga in',
    switch: 'Inget konto? Skapa konto',
    done: { title: 'Välkommen tillbaka!', text: 'Du är nu inloggad' },
    failed: 'Inloggning misslyckades',
    invited: 'Logga in eller skapa konto. Vi minns inbjudan.',
  },
  signUp: {
    title: 'Skapa konto',
    heading: 'Skapa konto i ResQ',
    submit: 'Skapa konto',
    switch: 'Har du konto? Logga in',
    done: { title: 'Kontot skapat!', text: 'Du är nu inloggad och kan använda ResQ' },
    failed: 'Registrering misslyckades',
    invited: 'Skapa konto först. Vi minns inbjudan.',
  },
  email: 'E-post',
  password: 'Lösenord',
  passwordHint: `Minst ${password.min} tecken.`,
  common: 'Vanligt lösenord. Välj gärna ett längre.',
  invalid: 'Valideringsfel',
  terms:
    'När du skapar konto godkänner du användarvillkoren och intygar att du är minst 18 år eller har vårdnadshavares godkännande.',
  readTerms: 'Läs användarvillkoren',
  forgotten:
    'Glömt lösenordet? Be den som är ansvarig i ditt hus, eller en administratör, om en engångslänk.',
  endedTitle: '○ Utloggad',
  ended: 'Du är utloggad. Larm når inte den här fliken.',
  call: 'Ring 112 vid fara.',
  unsent: 'Larmet är inte skickat. Ring 112.',
  notSignedIn: 'Du är inte inloggad',
  later: { title: 'Ett fel uppstod', text: 'Försök igen senare' },
} as const;

/** The server's English texts, and the Swedish texts that are shown for them. */
export const SERVER_WORDS: Record<string, string> = {
  'Invalid login credentials': 'Fel e-post eller lösenord',
  'User already registered': 'E-postadressen används redan',
};

export const RESET = {
  title: 'Välj ett nytt lösenord',
  lead: 'Du loggas ut på alla enheter. Logga sedan in med det nya lösenordet, så når larmen dig igen.',
  password: 'Nytt lösenord',
  hint: `Minst ${password.min} tecken.`,
  common: 'Vanligt lösenord. Välj gärna ett längre.',
  submit: 'Spara lösenordet',
  done: { title: 'Lösenordet är bytt', text: 'Logga in med det nya lösenordet.' },
  missing: 'En bit av länken saknas. Öppna den igen.',
  invalid: 'Länken gäller inte längre. Be om en ny.',
  whom: 'En ny länk får du av den som är ansvarig i ditt hus, eller av en administratör.',
  toSignIn: 'Till inloggningen',
} as const;
