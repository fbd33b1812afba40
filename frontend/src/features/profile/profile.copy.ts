import type { Home } from '@contract/alarm';
import { type Device, READINESS_WORDS } from '@contract/devices';
import { entranceText } from '@contract/homes';
import { TIMES } from '@contract/limits';
import { isolated } from '@contract/written-text';

const DAY_MS = 24 * 60 * 60_000;

/** @returns the name that the user gave the device, or its browser and system */
export const deviceName = ({ name, label }: Pick<Device, 'name' | 'label'>) =>
  name ? isolated(name) : label;

export const PROFILE = {
  title: 'Profil',
  notLoaded: 'Vi kan inte läsa dina uppgifter just nu.',
  own: {
    heading: 'Uppgifter',
    seen: 'Grannarna ser bara namn och lägenhet.',
    email: 'E-post',
    noBuilding: 'Du är inte med i något hus än.',
    pending: 'Väntar på godkännande',
    name: 'Namn',
    apartment: 'Lägenhetsnummer',
    apartmentHint: 'Fyra siffror, till exempel 1203.',
    entrance: 'Uppgång (valfritt)',
    entranceHint: 'Om huset har flera, till exempel B.',
    save: 'Spara',
    saved: { title: 'Uppgifterna är sparade', text: 'Grannarna ser dem vid nästa larm.' },
    requested: {
      title: 'Uppgifterna är sparade',
      text: 'Den nya lägenheten väntar på styrelsens godkännande.',
    },
    waits: (wanted: string, present: string) =>
      `${wanted} väntar på styrelsens godkännande. Vid larm visas ${present}.`,
    needsApproval: (present: string) =>
      `Styrelsen måste godkänna en ny lägenhet. Till dess visas ${present} vid larm.`,
  },
  signIns: {
    heading: 'Inloggningar',
    lead: 'Webbläsare där du är inloggad. Larm når bara dem.',
    failed: 'Kunde inte ladda inloggningarna.',
    thisBrowser: 'Den här webbläsaren',
    unknown: 'Webbläsare',
    signOut: 'Logga ut',
    everywhere: 'Logga ut överallt',
    everywhereQuestion: 'Logga ut överallt?',
    everywhereText: 'Larm når dig inte förrän du har loggat in igen.',
    oneText: 'Larm når inte den webbläsaren förrän du har loggat in där igen.',
    ended: { title: 'Utloggad', text: 'Den webbläsaren är inte längre inloggad.' },
    notEverywhere: { title: 'Kunde inte logga ut överallt', text: 'Försök igen senare' },
  },
  devices: {
    heading: 'Enheter',
    lead: 'Webbläsare där larm når dig. Utan aviseringar måste sidan vara öppen, och på en telefon skärmen vara på.',
    failed: 'Kunde inte ladda enheterna.',
    none: 'Ingen enhet har varit ansluten än.',
    thisBrowser: 'Den här webbläsaren',
    away: (moment: string) => `${READINESS_WORDS.away} sedan ${moment}`,
    tested: (day: string) => `ljud testat ${day}`,
    untested: 'ljudet inte testat',
    push: {
      tested: (day: string) => `avisering testad ${day}`,
      untested: 'avisering inte testad',
      broken: 'aviseringar har slutat fungera',
      off: 'aviseringar av',
      denied: 'aviseringar blockerade',
      unsupported: '',
    },
    rename: {
      action: 'Byt namn',
      actionOn: (device: string) => `Byt namn på ${device}`,
      title: (device: string) => `Namn på ${device}`,
      label: 'Namn (valfritt)',
      hint: 'Till exempel Köksplattan. Bara du ser namnet.',
      save: 'Spara',
      cancel: 'Avbryt',
    },
    test: 'Testa',
    testOne: (label: string) => `Testa ${label}`,
    testSent: (label: string) => ({
      title: 'Testaviseringen är skickad',
      text: `Den visas på ${label} om aviseringar fungerar där.`,
    }),
    testNotSent: {
      title: 'Ingen avisering skickades',
      text: 'Öppna ResQ på den enheten och testa där.',
    },
    remove: 'Ta bort',
    removeOne: (label: string, state: string) => `Ta bort ${label}, ${state}`,
    question: (label: string) => `Ta bort ${label}?`,
    text: 'Är den fortfarande inloggad kommer den tillbaka, men inte som testad. Logga ut den under Inloggningar.',
    removed: { title: 'Borttagen', text: 'Enheten är borttagen.' },
  },
  look: { heading: 'Utseende', light: 'Ljust', dark: 'Mörkt' },
  password: {
    heading: 'Lösenord',
    current: 'Nuvarande lösenord',
    fresh: 'Nytt lösenord',
    hint: (min: number) => `Minst ${min} tecken.`,
    common: 'Vanligt lösenord. Välj gärna ett längre.',
    others: 'Alla andra webbläsare loggas ut.',
    submit: 'Byt lösenord',
    done: { title: 'Lösenordet är bytt', text: 'Alla andra webbläsare är utloggade.' },
  },
  resetLink: {
    made: (madeBy?: string) =>
      `${madeBy ? isolated(madeBy) : 'En administratör'} har skapat en engångslänk till ett nytt lösenord för ditt konto.`,
    until: (moment: string) =>
      `Den gäller till ${moment}. Den som har länken kan byta ditt lösenord.`,
    unasked: 'Har du inte bett om den? Ta bort den.',
    remove: 'Ta bort länken',
    removed: { title: 'Länken är borttagen', text: 'Den går inte att använda längre.' },
    forgotten: 'Har du glömt lösenordet? En ansvarig i huset kan skapa en engångslänk till dig.',
    request: 'Be om en engångslänk',
    requested: {
      title: 'Du har bett om en engångslänk',
      text: 'Säg till en ansvarig i huset, som kan skapa den inom 24 timmar.',
    },
  },
  data: {
    heading: 'Ladda ner mina uppgifter',
    text: 'Allt som ResQ har om dig, i en fil (JSON).',
    password: 'Ditt lösenord',
    passwordHint: 'Så att ingen annan kan hämta filen här.',
    submit: 'Ladda ner',
    file: (day: string) => `resq-mina-uppgifter-${day}.json`,
    failed: 'Kunde inte hämta uppgifterna',
  },
  leave: {
    heading: 'Lämna huset',
    text: (address: string) => `Du får inga fler larm från ${address}.`,
    submit: (address: string) => `Lämna ${address}`,
    question: (address: string) => `Lämna ${address}?`,
    confirm: 'Lämna huset',
    done: 'Du har lämnat huset',
  },
  close: {
    heading: 'Ta bort konto',
    text: 'Du ser först vad som händer.',
    link: 'Ta bort konto',
  },
} as const;

export const CLOSE = {
  title: 'Ta bort konto',
  consequences: [
    'Du får inga larm.',
    'Kontot stängs direkt.',
    `Uppgifterna raderas inom ${TIMES.erasureMs / DAY_MS} dagar.`,
  ],
  history: `Larm som du har varit med om finns kvar i ${TIMES.historyMonths} månader, utan ditt namn.`,
  export: 'Vill du spara något? Ladda ner dina uppgifter i profilen först.',
  password: 'Lösenord',
  stay: 'Behåll kontot',
  submit: 'Ta bort kontot',
  closed: 'Kontot är stängt.',
  erased: (day: string) => `Uppgifterna raderas senast ${day}.`,
  danger: 'Larm når dig inte längre. Ring 112 vid fara.',
  toStart: 'Till startsidan',
} as const;

/** Returns, for example, "Inloggad sedan 3 november 2026 kl. 14.05". */
export const sinceText = (moment: string) => `Inloggad sedan ${moment}`;
export const endLabel = (label: string, moment: string) => `Logga ut ${label}, inloggad ${moment}`;
export const endQuestion = (label: string) => `Logga ut ${label}?`;

/** Returns, for example, "lägenhet 1201, uppgång B". */
export const ownHomeText = ({ entrance, apartment }: Home) =>
  [`lägenhet ${apartment}`, entranceText(entrance)].filter(Boolean).join(', ');
