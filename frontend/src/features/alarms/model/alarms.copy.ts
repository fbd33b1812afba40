import type { AlarmType, ResponseKind } from '@contract/alarm';
import type { SoundKind } from '../../../lib/audio/wav.js';
import { minutes } from './delivery.copy.js';

/**
 * Every word on the alarm's path. Short, imperative, no exclamation marks. Never "alla har fått
 * larmet": nobody knows that. No advice to leave the building: with smoke in the stairwell that is
 * what kills, a flat resists a fire for half an hour and more.
 */

interface KindWords {
  /** Headline, window title and the name of the dialog. */
  title: string;
  /** Two lines; the second falls away on small screens. */
  advice: [string, string?];
  responses: { response: ResponseKind; label: string; hint?: string }[];
}

const NEED_HELP = { response: 'need_help', label: 'Jag behöver hjälp' } as const;
const SAFE = { response: 'safe', label: 'Jag är i säkerhet' } as const;
const COMING = { response: 'coming', label: 'Jag kommer och hjälper' } as const;

export const KIND_WORDS: Record<SoundKind, KindWords> = {
  fire: {
    title: 'Brandlarm',
    advice: [
      'Rök i trapphuset? Stanna i lägenheten. Stäng dörren.',
      'Fri väg ut? Ta trappan, aldrig hissen.',
    ],
    responses: [
      SAFE,
      NEED_HELP,
      { response: 'coming', label: 'Jag kan hjälpa till', hint: 'Gå aldrig in i rök.' },
    ],
  },
  medical: {
    title: 'Medicinsk nöd',
    advice: ['Ta med hjärtstartare om du har en nära.', 'Möt ambulansen vid porten.'],
    responses: [COMING, { response: 'cannot_come', label: 'Jag kan inte komma' }, NEED_HELP],
  },
  other: {
    title: 'Annan fara',
    advice: ['Var försiktig. Håll avstånd.', 'Följ råd från polis och räddningstjänst.'],
    responses: [SAFE, COMING, NEED_HELP],
  },
  exercise: {
    title: 'Övning',
    advice: ['Detta är en övning. Ingen fara.'],
    responses: [{ response: 'safe', label: 'Jag hörde övningen' }],
  },
};

export const TYPE_WORDS: Record<
  AlarmType,
  { name: string; hint: string; send: string; about: string }
> = {
  fire: {
    name: 'Brand',
    hint: 'Eld, rök, brandlukt',
    send: 'Skicka brandlarm',
    about: 'brand',
  },
  medical: {
    name: 'Medicinsk nöd',
    hint: 'Någon är skadad eller svårt sjuk',
    send: 'Skicka medicinskt larm',
    about: 'medicinsk nöd',
  },
  other: {
    name: 'Annan fara',
    hint: 'Till exempel gas, vattenläcka, hot',
    send: 'Skicka larm om fara',
    about: 'annan fara',
  },
};

/** Order of a roll call: who needs help first. */
export const RESPONSE_WORDS: Record<ResponseKind, { group: string; row: string }> = {
  need_help: { group: 'Behöver hjälp', row: 'behöver hjälp' },
  coming: { group: 'Kommer', row: 'kommer' },
  safe: { group: 'I säkerhet', row: 'i säkerhet' },
  cannot_come: { group: 'Kan inte komma', row: 'kan inte komma' },
};

/** The first means one's own flat, which everybody sees anyway: nothing is sent for it. */
export const OWN_HOME = 'Min lägenhet';
export const PLACES = ['Trapphuset', 'Källaren', 'Vinden', 'Tvättstugan', 'Gården'];

export const COPY = {
  notInsteadOf112: 'ResQ ersätter inte 112.',
  knock: 'Knacka på hos grannarna.',

  panel: {
    window: 'Larmpanel',
    title: 'Larma dina grannar',
    another: 'Skicka ett nytt larm',
    anotherIn: (address: string) => `Nytt larm i ${address}`,
  },

  sheet: {
    warned: (address: string) => `Alla i ${address} varnas med ljud direkt.`,
    shown: (home: string) => `Ditt namn och ${home} visas.`,
    cancel: 'Avbryt',
    close: 'Stäng',
    again: 'Försök igen',
    sending: 'Skickar …',
    slow: 'Det tar längre tid än vanligt. Ring 112 nu.',
    offline: 'Ingen anslutning.',
    notSent: 'Larmet är inte skickat.',
    failed: 'Larmet skickades inte.',
    call: 'Ring 112.',
    pressed: (moment: string) => `Du tryckte ${moment}.`,
    trying: 'Vi försöker igen hela tiden.',
    refused: 'Larmet är inte skickat',
    duplicate: (who: string, about: string, when: string) => `${who}, larmade om ${about} ${when}.`,
    ownDuplicate: (about: string, when: string) =>
      `Du larmade om ${about} ${when}. Det larmet pågår.`,
    sawToo: 'Jag ser det också',
    ownAlarm: 'Skicka eget larm',
  },

  sent: {
    at: (time: string) => `Larmet är skickat ${time}`,
    joined: (who: string, time: string) =>
      `${who} hade redan larmat. Ditt larm lades till det larmet ${time}.`,
    undo: 'Ångra – falskt larm',
  },

  incoming: {
    silence: 'Tysta ljudet',
    unsilence: 'Slå på ljudet',
    silenced: 'Ljudet är tystat på dina enheter.',
    silencedHere: 'Ljudet är tystat här, men inte på dina andra enheter än.',
    blocked: 'Ljudet är av i den här fliken.',
    minimise: 'Minimera',
    several: (count: number) => `${count} larm pågår`,
    next: 'Nästa',
    yourResponse: (label: string) => `Ditt svar: ${label}.`,
    change: 'Ändra svar',
    keep: 'Behåll svaret',
    notSentYet: 'Svaret är inte skickat än.',
    where: 'Var är du?',
    ownHome: OWN_HOME,
    bar: (title: string) => `${title} pågår – Visa`,
    barSoon: (title: string, count: number) => `${title} avslutas om ${minutes(count)} – Visa`,
  },

  ongoing: {
    who: (who: string) => `Larm från ${who}`,
    own: 'Du har larmat',
    witnesses: (count: number) =>
      count === 1 ? 'En granne till har larmat.' : `${count} grannar till har larmat.`,
    reached: {
      seen: 'Har sett larmet',
      sounding: 'Larmet har ljudit',
      received: 'Larmet har kommit fram',
      pushed: 'Avisering skickad',
      unreached: 'Inte nådda',
    },
    helpFor: (who: string, place?: string) =>
      place ? `${who} behöver hjälp: ${place.toLocaleLowerCase('sv')}.` : `${who} behöver hjälp.`,
    resolve: 'Faran är över',
    falseAlarm: 'Falskt larm',
    notEnded: 'Larmet är inte avslutat. Försök igen.',
  },

  confirm: {
    falseAlarm: {
      title: 'Avbryta larmet?',
      text: 'Grannarna får veta att det var ett falskt larm.',
      keep: 'Behåll larmet',
      end: 'Avbryt larmet',
    },
    resolve: {
      title: 'Är faran över?',
      text: 'Ljudet tystnar hos alla grannar.',
      keep: 'Inte än',
      end: 'Faran är över',
    },
    others: (count: number) =>
      count === 1 ? 'En granne har också larmat.' : `${count} grannar har också larmat.`,
  },

  ended: {
    cancelled: 'Falskt larm.',
    resolved: 'Faran är över.',
    expired: 'Larmet är avslutat.',
    exercise: 'Övningen är över.',
    by: {
      cancelled: (who: string, time: string) => `${who} avbröt ${time}.`,
      resolved: (who: string, time: string) => `${who} avslutade larmet ${time}.`,
      expired: (time: string) => `Larmet avslutades automatiskt ${time}.`,
      exercise: (who: string, time: string) => `${who} avslutade övningen ${time}.`,
    },
    you: 'Du',
    nobody: 'Någon',
    stillHelp: { question: 'Behöver du fortfarande hjälp?', yes: 'Ja', no: 'Nej' },
    close: 'Stäng',
  },

  missed: {
    one: (moment: string) => `Du missade ett larm ${moment}.`,
    oneExercise: (moment: string) => `Du missade en övning ${moment}.`,
    several: (count: number) => `Du missade ${count} larm.`,
    whatIn: (what: string, address: string) => `${what} i ${address}`,
    outcome: {
      active: 'Avslutat',
      cancelled: 'Falskt larm',
      resolved: 'Faran över',
      expired: 'Avslutades automatiskt',
      exercise: 'Övningen slut',
    },
    close: 'Stäng',
  },
};
