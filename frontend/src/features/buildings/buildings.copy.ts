import type { Member, MemberReadiness } from '@contract/http';
import { shortDay } from '../../lib/time/dates.js';

export const FIELDS = {
  name: 'Namn',
  nameHint: 'Grannarna ser namnet vid larm.',
  apartment: 'Lägenhetsnummer',
  apartmentHint: 'Fyra siffror, till exempel 1203.',
  entrance: 'Uppgång (valfritt)',
  entranceHint: 'Om huset har flera, till exempel B.',
} as const;

export const WAYS_IN = {
  title: 'Ditt hus',
  heading: 'Du är inte med i något hus än.',
  lead: 'Välj hur du vill gå med.',
  toPanel: 'Till larmpanelen',
  invited: {
    heading: 'Jag har en inbjudan',
    label: 'Inbjudan',
    hint: 'Klistra in länken, eller skriv koden från affischen.',
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
  accountFirst: 'Skapa konto först. Vi minns inbjudan.',
  toAccount: 'Skapa konto',
  understood: 'Jag vet att ResQ inte ersätter 112.',
  understoodMissing: 'Kryssa i att du vet att ResQ inte ersätter 112',
  submit: 'Gå med',
  expired: 'Inbjudan gäller inte längre. Be styrelsen om en ny.',
  missing: 'Länken saknar sin inbjudan. Öppna den igen, eller klistra in den här.',
  already: 'Du är redan med i',
  toPanel: 'Till larmpanelen',
  done: { title: 'Du är med.', text: 'Testa nu att larm når dig.' },
  retry: 'Försök igen',
} as const;

export const BUILDING = {
  title: 'Huset',
  notManager: 'Bara husets ansvariga kan se den här sidan.',
  notManagerOf: (name: string) => `Bara de ansvariga för ${name} kan se den här sidan.`,
  show: (name: string) => `Visa ${name}`,
  members: 'Medlemmar',
  waiting: 'Väntar på godkännande',
  nobodyWaiting: 'Ingen väntar på godkännande.',
  approve: 'Godkänn',
  refuse: 'Neka',
  approved: 'är godkänd',
  refused: 'är nekad',
  manager: 'Ansvarig',
  resident: 'Boende',
  failed: 'Kunde inte ladda medlemmarna.',
  retry: 'Försök igen',
  invite: {
    heading: 'Bjud in en granne',
    lead: 'Länken gäller för en person och en gång. Den som öppnar den är med direkt.',
    submit: 'Skapa en inbjudan',
    link: 'Inbjudningslänk',
    until: 'Gäller till',
    copy: 'Kopiera länken',
    copied: 'Kopierad!',
    copiedText: 'Skicka länken till din granne.',
    notCopied: {
      title: 'Kunde inte kopiera länken',
      text: 'Markera länken och kopiera den själv.',
    },
  },
} as const;

const READINESS_WORDS: Record<MemberReadiness, string> = {
  ready: '● Redo',
  untested: '◐ Inte testad',
  unreachable: '○ Inte nåbar',
};

/** Returns, for example, "○ Inte nåbar · senast testad 3 november". */
export function readinessText({ readiness, testedAt }: Member): string {
  const words = READINESS_WORDS[readiness];
  return testedAt ? `${words} · senast testad ${shortDay(testedAt)}` : words;
}

/** @param name the member who forgot the password */
export const passwordLink = (name: string) => ({
  action: 'Ny lösenordslänk',
  actionLabel: `Ny lösenordslänk till ${name}`,
  question: `Skapa en engångslänk till ${name}?`,
  consequences: [
    `Med länken väljer ${name} ett nytt lösenord och loggas ut överallt.`,
    'Länken gäller en gång och i 24 timmar. En äldre länk slutar gälla direkt.',
    'Lämna över länken personligen. Den som har den kan byta lösenordet.',
  ],
  confirm: 'Skapa länken',
  link: `Engångslänk till ${name}`,
  hint: (until: string) => `Gäller till ${until}, en gång. Lämna över länken personligen.`,
  failed: 'Kunde inte skapa länken',
});

/** Returns, for example, "lägenhet 1201, uppgång B". Screen readers would misread abbreviations. */
export function homeText({
  entrance,
  apartment,
}: {
  entrance?: string;
  apartment: string;
}): string {
  return entrance ? `lägenhet ${apartment}, uppgång ${entrance}` : `lägenhet ${apartment}`;
}
