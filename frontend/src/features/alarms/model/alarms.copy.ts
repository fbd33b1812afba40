import { minutes } from './delivery.copy.js';

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
    at: (time: string) => `Larmet är skickat ${time}`,
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
    minimise: 'Minimera',
    several: (titles: string[]) => `${titles.length} larm pågår: ${titles.join(', ')}`,
    next: 'Nästa',
    yourResponse: (label: string) => `Ditt svar: ${label}.`,
    change: 'Ändra svar',
    notSentYet: 'Svaret är inte skickat än.',
    where: 'Var är du?',
    bar: (title: string) => `${title} pågår – Visa`,
    barSoon: (title: string, count: number) => `${title} avslutas om ${minutes(count)} – Visa`,
  },

  ongoing: {
    who: (who: string) => `Larm från ${who}`,
    own: 'Du har larmat',
    paused: 'Din rätt att larma är pausad. Du kan avsluta larmet, men inte ändra det.',
    witnesses: (count: number) =>
      count === 1 ? 'En granne till har larmat.' : `${count} grannar till har larmat.`,
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
