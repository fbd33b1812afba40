import type { AuditAction, AuditGroup } from '@contract/audit';
import { TIMES } from '@contract/limits';

export const ADMIN = {
  checking: 'Kontrollerar behörighet …',
  noAccess: { title: 'Ingen åtkomst', text: 'Du har inte administratörsrättigheter' },
  missing: 'Administratörer behöver tvåstegsverifiering. Slå på den i profilen, så öppnas sidan.',
  toProfile: 'Till profilen',
  notChecked: 'Behörigheten kunde inte kontrolleras.',
} as const;

export const CODES = {
  title: 'Åtkomstkoder',
  lead: 'Samma sak som inbjudningskoden på startsidan. Koden öppnar demon, men inget hus.',
  create: 'Ny kod',
  name: 'Namn (valfritt)',
  email: 'E-post (valfritt)',
  company: 'Företag (valfritt)',
  generate: 'Generera kod',
  refresh: 'Uppdatera',
  list: 'Alla koder',
  empty: 'Inga koder än. Skapa den första.',
  search: 'Sök',
  searchHint: 'Kod, namn, e-post eller företag',
  showAll: 'Visa alla',
  cancel: 'Avbryt',
  receiverHint: 'Vem koden är till. Du kan lämna fälten tomma.',
  loading: 'Uppdaterar …',
  fresh: 'Ny',
  columns: {
    code: 'Kod',
    status: 'Status',
    receiver: 'Mottagare',
    created: 'Skapad',
    actions: 'Åtgärder',
  },
  active: 'Aktiv',
  unused: 'Inte använd',
  copy: 'Kopiera',
  remove: 'Ta bort',
  removeText: 'Den som har koden kommer inte längre in med den.',
  retry: 'Försök igen',
  later: 'Försök igen senare',
  invalid: 'Valideringsfel',
  created: 'Kod skapad!',
  copied: 'Kopierad!',
  removed: { title: 'Borttagen', text: 'Åtkomstkoden har tagits bort' },
  failed: {
    list: 'Kunde inte ladda åtkomstkoder',
    generate: 'Kunde inte generera kod',
    create: 'Kunde inte skapa åtkomstkod',
    remove: 'Kunde inte ta bort kod',
    copy: { title: 'Kunde inte kopiera koden', text: 'Markera koden och kopiera den själv.' },
  },
} as const;

export const copyLabel = (code: string) => `Kopiera koden ${code}`;
export const copiedText = (code: string) => `Koden ${code} har kopierats`;
export const removeLabel = (code: string) => `Ta bort koden ${code}`;
export const removeQuestion = (code: string) => `Ta bort koden ${code}?`;

/** Returns, for example, "1 kod" or "31 koder". */
export const countText = (count: number) => `${count} ${count === 1 ? 'kod' : 'koder'}`;

/** Returns, for example, "Visar 4 av 31 koder". */
export const foundText = (found: number, count: number) => `Visar ${found} av ${countText(count)}`;

export const nothingFound = (query: string) => `Ingen kod matchar ”${query}”.`;

/** Returns, for example, "Använd 3 gånger · senast 3 november". */
export function usedText(count: number, lastDay: string | undefined): string {
  const times = `Använd ${count} ${count === 1 ? 'gång' : 'gånger'}`;
  return lastDay ? `${times} · senast ${lastDay}` : times;
}

export const PASSWORD_LINK = {
  title: 'Lösenordslänk',
  lead: 'Skapa en engångslänk till den som har glömt sitt lösenord. När länken används loggas personen ut överallt. En äldre länk till samma person slutar gälla direkt.',
  email: 'E-post',
  submit: 'Skapa engångslänk',
  failed: 'Kunde inte skapa länken',
} as const;

export const linkLabel = (email: string) => `Engångslänk till ${email}`;
export const linkHint = (until: string) =>
  `Gäller till ${until}, en gång. Lämna över länken personligen.`;

export const AUDIT = {
  title: 'Händelselogg',
  lead: `Vad som har gjorts med larm, konton, hus och koder de senaste ${TIMES.historyMonths} månaderna. Nyast först.`,
  /** The command stands between these two texts. */
  chain: ['Om loggen är hel visar', 'på servern.'],
  command: 'npm run audit:verify',
  group: 'Händelser',
  all: 'Alla händelser',
  groups: {
    account: 'Konton',
    admin: 'Administration',
    alarm: 'Larm',
    building: 'Hus',
    code: 'Åtkomstkoder',
    exercise: 'Övningar',
    homes: 'Lägenheter',
    invitation: 'Inbjudningar',
    kiosk: 'Skärmar',
    membership: 'Medlemskap',
    reset_link: 'Lösenordslänkar',
    second_factor: 'Tvåstegsverifiering',
    session: 'Inloggningar',
  } satisfies Record<AuditGroup, string>,
  columns: ['När', 'Händelse', 'Vem', 'Hus', 'Mer'],
  caption: 'Händelser, nyast först',
  more: 'Visa fler',
  empty: 'Inga sådana händelser.',
  failed: 'Kunde inte ladda händelserna.',
  former: 'Tidigare användare',
  nobody: '–',
  about: 'Gäller',
  row: 'Rad',
  unsealed: 'Inte förseglad än',
  export: 'Ladda ner som JSON',
  exporting: (count: number) => `Hämtar … ${count} händelser`,
  exported: (count: number) => `${count} händelser är nerladdade`,
  notExported: { title: 'Kunde inte hämta alla händelser', text: 'Försök igen senare' },
} as const;

export const ACTION_WORDS: Record<AuditAction, string> = {
  'account.closed': 'Stängde sitt konto',
  'account.erased': 'Kontots uppgifter raderades',
  'account.exported': 'Laddade ner sina uppgifter',
  'account.password_changed': 'Bytte lösenord',
  'account.role_granted': 'Blev administratör',
  'account.signed_up': 'Skapade konto',
  'admin.refused': 'Nekades administration',
  'alarm.answered': 'Svarade på ett larm',
  'alarm.cancelled': 'Avslutade ett larm: falskt larm',
  'alarm.escalated': 'Ett larm upprepades',
  'alarm.expired': 'Ett larm löpte ut',
  'alarm.raised': 'Larmade',
  'alarm.redacted': 'Texterna i ett larm togs bort på servern',
  'alarm.resolved': 'Avslutade ett larm: faran över',
  'alarm.retired': `Ett larm raderades efter ${TIMES.historyMonths} månader`,
  'alarm.updated': 'Ändrade ett larm',
  'alarm.witnessed': 'Larmade också',
  'building.changed': 'Ändrade husets uppgifter',
  'building.closed': 'Stängde ett hus',
  'building.created': 'Startade ett hus',
  'building.removed': 'Tog bort ett demohus',
  'code.created': 'Skapade en åtkomstkod',
  'code.deleted': 'Tog bort en åtkomstkod',
  'exercise.called_off': 'Ställde in en övning',
  'exercise.planned': 'Planerade en övning',
  'homes.changed': 'Ändrade listan med lägenheter',
  'invitation.accepted': 'Tackade ja till en inbjudan',
  'invitation.created': 'Skapade en inbjudan',
  'invitation.withdrawn': 'Drog tillbaka en inbjudan',
  'kiosk.paired': 'Kopplade en skärm',
  'kiosk.renamed': 'Bytte plats för en skärm',
  'kiosk.revoked': 'Kopplade från en skärm',
  'membership.changed': 'Ändrade ett medlemskap',
  'membership.left': 'Lämnade ett hus',
  'membership.reminded': 'Påminde en medlem om att testa',
  'reset_link.created': 'Skapade en lösenordslänk',
  'reset_link.requested': 'Bad om en lösenordslänk',
  'reset_link.used': 'Bytte lösenord med en länk',
  'reset_link.withdrawn': 'Tog bort en lösenordslänk',
  'second_factor.recovery_code_used': 'Använde en återställningskod',
  'second_factor.refused': 'Fel kod vid tvåstegsverifiering',
  'second_factor.removed': 'Tvåstegsverifiering togs bort på servern',
  'second_factor.turned_off': 'Stängde av tvåstegsverifiering',
  'second_factor.turned_on': 'Slog på tvåstegsverifiering',
  'session.ended': 'En inloggning avslutades',
  'session.refused': 'Fel e-post eller lösenord',
  'session.replayed': 'En gammal inloggningsnyckel användes igen',
  'session.started': 'Loggade in',
};

const DETAIL_WORDS: Record<string, string> = {
  role: 'roll',
  status: 'status',
  maySend: 'får larma',
  homeChange: 'ändring',
  homeConfirmed: 'ny lägenhet godkänd',
  kind: 'sort',
  route: 'adress',
  events: 'händelser',
  seq: 'nummer',
  sha256: 'kontrollsumma',
  resident: 'boende',
  manager: 'ansvarig',
  admin: 'administratör',
  active: 'aktiv',
  pending: 'väntar',
  revoked: 'borttagen',
  personal: 'personlig',
  letter: 'brev',
  count: 'antal',
  operator: 'på servern',
  name: 'namn',
  address: 'adress',
  rescueNote: 'till räddningstjänsten',
  pauseReason: 'skäl',
  added: 'nya',
  removed: 'borttagna',
  poster: 'affisch',
  true: 'ja',
  false: 'nej',
};

const wordOf = (text: string) => DETAIL_WORDS[text] ?? text;

/** Returns, for example, "roll: ansvarig". */
export const detailText = ([key, value]: [string, unknown]) =>
  `${wordOf(key)}: ${wordOf(String(value))}`;
