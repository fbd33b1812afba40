import { READINESS_WORDS } from '@contract/devices';
import { entranceText } from '@contract/homes';
import type { Member, MemberReadiness } from '@contract/http';
import { TIMES } from '@contract/limits';
import { isolated } from '@contract/written-text';
import { shortDay } from '../../lib/time/dates.js';

const HOUR_MS = 60 * 60_000;

export const FIELDS = {
  name: 'Namn',
  nameHint: 'Grannarna ser namnet vid larm. Förnamn räcker.',
  apartment: 'Lägenhetsnummer',
  apartmentHint: 'Fyra siffror, till exempel 1203.',
  entrance: 'Uppgång (valfritt)',
  entranceHint: 'Om huset har flera, till exempel B.',
} as const;

/** On every letter and poster. */
export const NEVER_ASKED =
  'Vi frågar aldrig efter BankID, personnummer eller betalning. Osäker? Fråga styrelsen.';

export const WAYS_IN = {
  title: 'Ditt hus',
  heading: 'Du är inte med i något hus än.',
  lead: 'Välj hur du vill gå med.',
  toPanel: 'Till larmpanelen',
  opened: 'Du har öppnat en inbjudan.',
  toOpened: 'Till inbjudan',
  invited: {
    heading: 'Jag har en inbjudan',
    label: 'Inbjudan',
    hint: 'Länken från en ansvarig i huset, eller koden från affischen. Det är inte inbjudningskoden till demon.',
    submit: 'Fortsätt',
    empty: 'Klistra in länken eller skriv koden',
  },
  start: {
    heading: 'Starta ett hus',
    lead: 'Du blir husets ansvariga och kan bjuda in grannarna.',
    building: 'Husets namn',
    buildingHint: 'Till exempel BRF Storgatan 12.',
    address: 'Adress',
    addressHint: 'Gata, nummer och ort. Den visas vid larm.',
    personName: 'Ditt namn',
    submit: 'Starta huset',
    done: { title: 'Huset är startat', text: 'Bjud in grannarna under Huset.' },
    codeFirst: 'Ange inbjudningskoden först.',
    codeOrigin:
      'Koden öppnar demon, och du får den av administratören. Det är inte en inbjudan till ett hus.',
    toGate: 'Ange koden',
  },
  demo: {
    heading: 'Prova i demohuset',
    lead: 'Du är med direkt. Larmen når bara andra som provar.',
    submit: 'Gå in i demohuset',
  },
} as const;

export const PENDING = {
  title: 'Väntar på godkännande',
  text: 'Styrelsen godkänner nya medlemmar. Du får larm när du är godkänd.',
  until: 'Ring 112 vid fara.',
} as const;

export const JOIN = {
  title: 'Gå med i ditt hus',
  invitedTo: 'Du är inbjuden till',
  invitedBy: (name?: string) => `${name ? isolated(name) : 'Husets ansvariga'} bjuder in dig.`,
  about: 'ResQ varnar grannarna med ljud när någon i huset larmar.',
  how: 'Så går du med',
  steps: {
    account: 'Skapa konto med e-postadress och lösenord. Grannarna ser dem inte.',
    home: 'Skriv namn och lägenhetsnummer. Grannarna ser dem vid larm.',
    personal: 'Testa att larm når dig.',
    poster: 'Styrelsen godkänner dig. Testa sedan att larm når dig.',
  },
  stepNames: {
    account: 'Konto',
    home: 'Namn och lägenhet',
    personal: 'Ljudtest',
    poster: 'Godkännande',
  },
  signedInAs: (email: string) => `Du är inloggad som ${isolated(email)}.`,
  accountFirst: 'Skapa konto först. Vi minns inbjudan.',
  toAccount: 'Skapa konto',
  hasAccount: 'Jag har redan konto',
  understood: 'Jag vet att ResQ inte ersätter 112.',
  understoodMissing: 'Kryssa i att du vet att ResQ inte ersätter 112',
  elsewhere: 'Jag bor inte i huset',
  madeFor: 'Inbjudan gäller den här lägenheten. Är den fel? Be styrelsen om en ny.',
  notListed: 'Lägenheten finns inte i husets lista. Kontrollera numret.',
  unlisted: 'Numret stämmer',
  entrance: 'Uppgång',
  chooseEntrance: 'Välj uppgång',
  household: 'Fler i hushållet? De skannar affischen, eller ber styrelsen om en länk.',
  submit: 'Gå med',
  expired: 'Inbjudan gäller inte längre. Be styrelsen om en ny.',
  isDemoCode: 'Är det inbjudningskoden till demon? Ange den på startsidan.',
  toStart: 'Till startsidan',
  missing: 'Här saknas en inbjudan. Öppna länken igen, eller ange inbjudan här.',
  already: 'Du är redan med i',
  toPanel: 'Till larmpanelen',
  done: { title: 'Du är med.', text: 'Testa nu att larm når dig.' },
} as const;

export const BUILDING = {
  title: 'Huset',
  notLoaded: 'Kunde inte ladda sidan.',
  partsOf: 'Husets sidor',
  homes: 'Lägenheter',
  notManager: 'Bara husets ansvariga kan se den här sidan.',
  notManagerOf: (name: string) => `Bara de ansvariga för ${isolated(name)} kan se den här sidan.`,
  switchTo: (name: string) => `Visa ${isolated(name)}`,
  now: 'Huset just nu',
  noHomes: 'Inga lägenheter än.',
  /** The patterns of the windows of the drawn building. */
  windows: {
    lit: 'redo',
    hatched: 'utan ljud eller inte testade',
    dark: 'frånkopplade',
    open: 'inte med i ResQ',
  },
  /** For residents, who may know how many homes are ready, but not which. */
  inNumbers: {
    windows: { lit: 'redo', dark: 'inte redo' },
    about: 'Bilden visar hur många lägenheter som är redo, inte vilka.',
  },
  waiting: 'Väntar på godkännande',
  approve: 'Godkänn',
  refuse: 'Neka',
  approved: 'är godkänd',
  refused: 'är nekad',
  moves: (from: string, to: string) => `Vill byta från ${from} till ${to}`,
  moved: 'har bytt lägenhet',
  notMoved: 'behåller sin lägenhet',
  manager: 'Ansvarig',
  failed: 'Kunde inte ladda medlemmarna.',
  invite: {
    heading: 'En länk',
    lead: 'Länken gäller för en person och en gång. Den som går med är med direkt, och behöver ingen inbjudningskod.',
    submit: 'Skapa en inbjudan',
    link: 'Inbjudningslänk',
    until: 'Gäller till',
    copy: 'Kopiera länken',
    toasts: {
      copied: { title: 'Kopierad!', text: 'Skicka länken till din granne.' },
      notCopied: {
        title: 'Kunde inte kopiera länken',
        text: 'Markera länken och kopiera den själv.',
      },
    },
  },
  invitations: {
    heading: 'Öppna inbjudningar',
    none: 'Inga inbjudningar är öppna.',
    failed: 'Kunde inte ladda inbjudningarna.',
    personal: { resident: 'Inbjudan för en boende', manager: 'Inbjudan för en ny ansvarig' },
    poster: 'Affisch i trapphuset',
    dates: (created: string, expires: string) => `Skapad ${created}, gäller till ${expires}`,
    withdraw: 'Dra tillbaka',
    question: 'Dra tillbaka inbjudan?',
    consequence: {
      personal: 'Länken slutar gälla direkt.',
      poster: 'Länken och koden på affischen slutar gälla direkt.',
    },
    withdrawn: { title: 'Tillbakadragen', text: 'Inbjudan gäller inte längre.' },
    notWithdrawn: 'Kunde inte dra tillbaka inbjudan',
  },
} as const;

const SHAPES: Record<MemberReadiness, string> = {
  ready: '●',
  readyWhileOpen: '◐',
  readyByPush: '●',
  untested: '◐',
  muted: '◐',
  away: '○',
};

/** Returns, for example, "○ Frånkopplad · senast testad 3 november". */
export function readinessText({ readiness, testedAt }: Member): string {
  const words = `${SHAPES[readiness]} ${READINESS_WORDS[readiness]}`;
  // The last test may be of another device than the one that decides the state.
  if (!testedAt || readiness === 'untested') return words;
  return `${words} · senast testad ${shortDay(testedAt)}`;
}

/** @param name the member who forgot the password */
export const passwordLink = (name: string) => linkTo(isolated(name));

const linkTo = (name: string) => ({
  action: 'Ny lösenordslänk',
  actionTo: `till ${name}`,
  question: `Skapa en engångslänk till ${name}?`,
  consequences: [
    `Med länken väljer ${name} ett nytt lösenord och loggas ut överallt.`,
    `Länken gäller en gång och i ${TIMES.resetLinkMs / HOUR_MS} timmar. En äldre länk slutar gälla direkt.`,
    'Lämna över länken personligen. Den som har den kan byta lösenordet.',
    `${name} ser i ResQ att du har skapat länken, och kan ta bort den.`,
  ],
  confirm: 'Skapa länken',
  link: `Engångslänk till ${name}`,
  hint: (until: string) => `Gäller till ${until}, en gång. Lämna över länken personligen.`,
  failed: 'Kunde inte skapa länken',
});

/** Returns, for example, "lägenhet 1201, uppgång B". Screen readers would misread abbreviations. */
export function memberHomeText({
  entrance,
  apartment,
}: {
  entrance?: string;
  apartment: string;
}): string {
  if (!apartment) return 'bor inte i huset';
  const flat = `lägenhet ${isolated(apartment)}`;
  return [flat, entranceText(entrance)].filter(Boolean).join(', ');
}

/** Returns "Uppgång B", or other words where the building has no entrances. */
export function entranceHeading(entrance: string, otherwise: string): string {
  const text = entranceText(entrance);
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : otherwise;
}

/** @returns a typed code in groups of four: "K7QM-2XPA" */
export const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** @returns where to type a code, without the protocol: "resq.example/join" */
export const joinPageOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return host + pathname;
};
