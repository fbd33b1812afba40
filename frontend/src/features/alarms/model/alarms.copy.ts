import type { Readiness } from '@contract/devices';
import { capital } from './format.js';

/**
 * The words from the panel to the end of an alarm. They are short and imperative, without
 * exclamation marks. They never promise "alla har fått larmet", because nobody can know that.
 */
export const COPY = {
  notInsteadOf112: 'ResQ ersätter inte 112.',

  panel: {
    window: 'Larmpanel',
    title: 'Larma dina grannar',
    another: 'Skicka ett nytt larm',
    anotherIn: (address: string) => `Nytt larm i ${address}`,
  },

  sent: {
    joined: (who: string, time: string) =>
      `${who} hade redan larmat. Ditt larm lades till det larmet ${time}.`,
    undo: 'Ångra – falskt larm',
  },

  incoming: {
    silence: 'Tysta ljudet',
    unsilence: 'Slå på ljudet',
    silenced: 'Ljudet är tystat på dina enheter.',
    silencedHere: 'Tystat här, men inte på andra enheter.',
    blocked: 'Ljudet är av i den här fliken.',
    inaudible: 'Inget ljud kommer ut här.',
    minimise: 'Minimera',
    several: (titles: string[]) => `${titles.length} larm pågår: ${titles.join(', ')}`,
    next: 'Nästa',
    yourResponse: (label: string) => `Ditt svar: ${label}.`,
    change: 'Ändra svar',
    answers: 'Svar',
    notSentYet: 'Svaret är inte skickat än.',
    where: 'Var är du?',
    bar: (title: string) => `${title} pågår – Visa`,
    barSoon: (title: string, count: number) => `${title} avslutas om ${minutes(count)} – Visa`,
  },

  ongoing: {
    paused: 'Din rätt att larma är pausad. Du kan avsluta larmet, men inte ändra det.',
    witnesses: (count: number) =>
      count === 1 ? 'En granne till har larmat.' : `${count} grannar till har larmat.`,
    helpFor: (who: string, place: string) =>
      `${capital(who)} behöver hjälp${place && `: ${place}`}.`,
    resolve: 'Faran är över',
    falseAlarm: 'Falskt larm',
  },

  confirm: {
    falseAlarm: {
      title: 'Var det ett falskt larm?',
      text: 'Grannarna får veta att det var ett falskt larm.',
      keep: 'Behåll larmet',
      end: 'Avsluta som falskt larm',
    },
    resolve: {
      title: 'Är faran över?',
      text: 'Ljudet tystnar hos alla grannar.',
      keep: 'Inte än',
      end: 'Faran är över',
    },
    exercise: {
      title: 'Avsluta övningen?',
      text: 'Grannarna får veta att övningen är över.',
      keep: 'Fortsätt öva',
      end: 'Avsluta övningen',
    },
    others: (count: number) =>
      count === 1 ? 'En granne har också larmat.' : `${count} grannar har också larmat.`,
  },

  ended: {
    cancelled: 'Falskt larm.',
    resolved: 'Faran är över.',
    expired: 'Larmet är avslutat.',
    exercise: 'Övningen är över.',
    ofAlarm: {
      by: (who: string, time: string) => `${who} avslutade larmet ${time}.`,
      expired: (time: string) => `Larmet avslutades automatiskt ${time}.`,
    },
    ofExercise: {
      by: (who: string, time: string) => `${who} avslutade övningen ${time}.`,
      expired: (time: string) => `Övningen avslutades automatiskt ${time}.`,
    },
    you: 'Du',
    nobody: 'Någon',
    lasted: (count: number) => `Det pågick i ${minutes(count)}.`,
    responded: (count: number, of: number) =>
      `${count} av ${of}\u00a0${of === 1 ? 'lägenhet' : 'lägenheter'} svarade.`,
    called: (count: number) => `${count} bad om hjälp.`,
    story: 'Se vad som hände',
    stillHelp: { question: 'Behöver du fortfarande hjälp?', yes: 'Ja', no: 'Nej' },
    close: 'Stäng',
  },

  missed: {
    one: (moment: string) => `Du missade ett larm ${moment}.`,
    oneExercise: (moment: string) => `Du missade en övning ${moment}.`,
    several: (count: number, exercises: number) => {
      const alarms = exercises > 0 ? 'larm och övningar' : 'larm';
      return `Du missade ${count} ${exercises === count ? 'övningar' : alarms}.`;
    },
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

const minutes = (count: number) => (count === 1 ? '1\u00a0minut' : `${count}\u00a0minuter`);

/** The words of an ongoing alarm. An exercise has its own: it must not sound like a danger. */
const STATES = {
  alarm: {
    from: (who: string) => `Larm från ${who}`,
    own: 'Du har larmat',
    sent: (time: string) => `Larmet är skickat ${time}`,
    nobodyReached: 'Ingen granne är nådd än. Ring 112. Knacka på.',
    nobodyThere: 'Ingen annan lägenhet är med än. Ring 112. Knacka på.',
    unknown: 'Vi vet inte än vilka som är nådda. Ring 112. Knacka på.',
    again: 'Larmar igen …',
    notEnded: 'Larmet är inte avslutat. Försök igen.',
    soon: (count: number) => `Larmet avslutas om ${minutes(count)}.`,
    extend: 'Fortsätt larma',
    extended: (time: string) => `Larmet fortsätter till ${time}.`,
    notExtended: 'Larmet är inte förlängt. Försök igen.',
    raised: (who: string, time: string) => `${capital(who)}, larmade ${time}.`,
  },
  exercise: {
    from: (who: string) => `Övning från ${who}`,
    own: 'Du har startat en övning',
    sent: (time: string) => `Övningen började ${time}`,
    nobodyReached: 'Ingen granne är nådd än.',
    nobodyThere: 'Ingen annan lägenhet är med än.',
    unknown: 'Vi vet inte än vilka som är nådda.',
    again: 'Påminner igen …',
    notEnded: 'Övningen är inte avslutad. Försök igen.',
    soon: (count: number) => `Övningen avslutas om ${minutes(count)}.`,
    extend: 'Fortsätt öva',
    extended: (time: string) => `Övningen fortsätter till ${time}.`,
    notExtended: 'Övningen är inte förlängd. Försök igen.',
    raised: (who: string, time: string) => `${capital(who)}, startade övningen ${time}.`,
  },
};

export const statesOf = ({ exercise }: { exercise: boolean }) =>
  STATES[exercise ? 'exercise' : 'alarm'];

/** The words for the sender of an alarm after it was sent, and for alarms that are over. */
export const DELIVERY = {
  heading: 'Grannarna',
  reached: (count: number, of: number) =>
    `${count} av ${of}\u00a0${of === 1 ? 'lägenhet' : 'lägenheter'} nådda`,
  silent: 'har inte svarat',
  allResponded: 'Alla som är med har svarat.',
  /** The patterns of the windows of the drawn building. */
  windows: {
    help: 'behöver hjälp',
    lit: 'har svarat',
    hatched: 'nådda, inte svarat',
    dark: 'inte nådda',
  },
  displays: (count: number) => `Visas på ${count}\u00a0${count === 1 ? 'skärm' : 'skärmar'}.`,
  pushedOnly: 'Avisering skickad betyder inte att någon har sett den.',
  /** The answer to a person who needs help, and to those who come. */
  help: {
    needed: (who: string) => `Behöver hjälp: ${who}.`,
    coming: (who: string, does: string) => `${who} ${does}.`,
    seen: (who: string) => `${who} har sett det.`,
    nobody: 'Ingen har sett det än. Ring 112.',
    more: (count: number) => `${count} till`,
    comers: (count: number, does: string) =>
      count === 1
        ? `Än så länge är det bara du som ${does}.`
        : `${count}\u00a0${does}, du medräknad.`,
  },

  details: {
    heading: 'Berätta mer',
    where: 'Var?',
    what: 'Vad har hänt? (valfritt)',
    count: (length: number, max: number) => `${length}/${max}`,
    save: 'Spara',
    saving: 'Sparar …',
    saved: 'Sparat.',
    late: 'Inte skickat än. Vi försöker igen.',
  },

  page: {
    unknown: 'Larmet finns inte',
    unknownText: 'Det kan vara äldre än 12 månader, eller höra till ett annat hus.',
    failed: 'Kunde inte läsa larmet',
    failedText: 'Ring 112 vid fara.',
    retry: 'Försök igen',
    toPanel: 'Till larmpanelen',
  },
};

/** The words of the sheet that sends an alarm. */
export const SHEET = {
  goesTo: (address: string) => `Larmet går till ${address}.`,
  about: (title: string, address: string) => `${title} i ${address}`,
  /** Nobody knows the counts without a connection. */
  reachable: (readiness: Readiness | undefined) => {
    if (!readiness) return 'Vi vet inte hur många grannar som nås. Ring 112 först.';
    const { neighboursKnown, neighboursReady } = readiness;
    if (neighboursKnown === 0) return 'Ingen granne är med i huset än. Ring 112 först.';
    if (neighboursReady === 0) return 'Ingen granne är redo. Ring 112 först.';
    const neighbours = neighboursKnown === 1 ? 'granne' : 'grannar';
    return `${neighboursReady} av ${neighboursKnown} ${neighbours} nås med ljud eller avisering.`;
  },
  shown: (home: string) => `Ditt namn${home && ` och ${home}`} visas.`,
  cancel: 'Avbryt',
  close: 'Stäng',
  again: 'Försök igen',
  sending: 'Skickar …',
  slow: 'Det tar längre tid än vanligt. Ring 112 nu.',
  offline: 'Ingen anslutning.',
  notSent: 'Larmet är inte skickat.',
  failed: 'Larmet skickades inte.',
  call: 'Ring 112.',
  knock: 'Knacka på hos grannarna.',
  pressed: (moment: string) => `Du tryckte ${moment}.`,
  trying: 'Vi försöker igen i högst en minut, om du inte stänger.',
  duplicate: (who: string, about: string, when: string) =>
    `${capital(who)}, larmade om ${about} ${when}.`,
  ownDuplicate: (about: string, when: string) =>
    `Du larmade om ${about} ${when}. Det larmet pågår.`,
  sawToo: 'Jag ser det också',
  ownAlarm: 'Skicka eget larm',
};
