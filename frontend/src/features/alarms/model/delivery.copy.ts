import { capital } from './format.js';

/** The words for the sender of an alarm after it was sent, and for alarms that are over. */

export const minutes = (count: number) => (count === 1 ? '1\u00a0minut' : `${count}\u00a0minuter`);

export const DELIVERY = {
  heading: 'Grannarna',
  reached: (count: number, of: number) => `${count} av ${of}\u00a0nådda`,
  nobodyReached: 'Ingen granne är nådd än. Ring 112. Knacka på.',
  nobodyThere: 'Ingen annan lägenhet är med än. Ring 112. Knacka på.',
  unknown: 'Vi vet inte än vilka som är nådda. Ring 112. Knacka på.',
  /** These follow the line about who raised the alarm. */
  again: ' · Larmar igen …',
  nobodyResponded: ' · Ingen har svarat.',
  notResponded: (count: number) => ` · ${count}\u00a0har inte svarat.`,
  pushedOnly: 'Avisering skickad betyder inte att någon har sett den.',
  floor: (floor: string, entrance?: string) =>
    entrance ? `Uppgång ${entrance}, ${floor}` : capital(floor),
  noFloor: 'Andra lägenheter',
  /** The words for how far the alarm has come to a home; capitalised, the title of a group. */
  level: {
    seen: 'har sett larmet',
    sounding: 'larmet har ljudit',
    received: 'larmet har kommit fram',
    pushed: 'avisering skickad',
    unreached: 'inte nådd',
  },
  needsHelp: (who: string) => `${who} behöver hjälp.`,
  /** The answer to a person who needs help, and to those who come. */
  help: {
    needed: (who: string) => `Behöver hjälp: ${who}.`,
    coming: (who: string) => `${who} kommer.`,
    seen: (who: string) => `${who} har sett det.`,
    nobody: 'Ingen har sett det än. Ring 112.',
    more: (count: number) => `${count} till`,
    comers: (count: number) =>
      count === 1 ? 'Bara du kommer än.' : `${count}\u00a0kommer, du medräknad.`,
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

  expiry: {
    soon: (count: number) => `Larmet avslutas om ${minutes(count)}.`,
    extend: 'Fortsätt larma',
    extended: (time: string) => `Larmet fortsätter till ${time}.`,
    failed: 'Larmet är inte förlängt. Försök igen.',
  },

  page: {
    unknown: 'Larmet finns inte',
    unknownText: 'Det kan vara äldre än 12 månader, eller höra till ett annat hus.',
    failed: 'Kunde inte läsa larmet',
    failedText: 'Ring 112 vid fara.',
    retry: 'Försök igen',
    toPanel: 'Till larmpanelen',
    raised: (who: string, time: string) => `${who} larmade ${time}.`,
  },

  latest: {
    last: (line: string) => `Senaste larm: ${line}`,
    none: 'Inga larm det senaste dygnet.',
    failed: 'Kunde inte läsa senaste larm.',
    yesterday: (time: string) => `i går ${time}`,
    outcome: {
      active: 'pågår',
      resolved: 'faran är över',
      cancelled: 'falskt larm',
      expired: 'löpte ut',
    },
  },
};
