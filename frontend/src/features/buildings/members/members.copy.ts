import { isolated } from '@contract/written-text';
import { entranceHeading } from '../buildings.copy.js';

const homes = (count: number) => `${count} ${count === 1 ? 'lägenhet' : 'lägenheter'}`;

export const MEMBERS = {
  counts: (joined: number, all: number, ready: number) =>
    `${joined} av ${homes(all)} är med. ${ready} är redo.`,
  todo: 'Att göra',
  done: 'Allt är gjort.',
  waiting: (count: number) => `${count} väntar på godkännande`,
  missing: (count: number) => `${homes(count)} är inte med`,
  letters: 'Skriv ut brev',
  untested: (count: number) => `${homes(count)} är inte ${count === 1 ? 'testad' : 'testade'}`,
  remindAll: 'Påminn alla',
  away: (place: string) => `Skärmen ${isolated(place)} är frånkopplad`,
  toDisplays: 'Visa skärmarna',
  noExercise: 'Ingen övning på sex månader',
  planExercise: 'Planera',
  enterHomes: 'Lägg in lägenheterna, så syns vilka som saknas.',
  enter: 'Lägg in',
  more: 'Lägg in fler lägenheter',

  livesThere: (names: string[]) => `Bor redan där: ${names.map(isolated).join(', ')}.`,
  nobodyThere: 'Ingen är med från lägenheten.',
  notInList: 'Lägenheten finns inte i listan.',
  tickAll: 'Markera alla',
  answering: (done: number, all: number) => `Svarar ${done} av ${all} …`,
  answered: (done: number, all: number) =>
    done < all
      ? `${done} av ${all} har fått svar. De andra är kvar. Försök igen.`
      : `${done} av ${all} har fått svar.`,

  search: 'Sök namn eller lägenhet',
  show: 'Visa',
  filters: { all: 'Alla', missing: 'Inte med', notReady: 'Inte redo', untested: 'Inte testade' },
  noHit: (text: string) => `Ingen träff på ”${isolated(text)}”.`,
  noneOfFilter: 'Inga sådana lägenheter.',
  showAll: 'Visa alla',
  entrance: (name: string) => entranceHeading(name, 'Hela huset'),
  entranceCounts: (joined: number, all: number) => `${joined} av ${all} är med`,
  elsewhere: 'Ansvariga som inte bor i huset',
  notJoined: 'Inte med',
  letterUntil: (day: string) => `Inbjudan till den ${day}`,
  unlisted: 'Finns inte i listan',
  paused: 'Får inte larma',

  remind: 'Påminn',
  reminded: 'Påminnelse skickad.',
  remindedLater: (name: string) =>
    `${isolated(name)} ser den först i ResQ. Säg till på annat sätt också.`,
  movedOut: 'Har flyttat',
  removing: (done: number, all: number) => `Tar bort ${done} av ${all} …`,
  removedSome: (done: number, all: number) =>
    `${done} av ${all} är ${all === 1 ? 'borttagen' : 'borttagna'}.`,
  noLetter: 'Kunde inte skapa brevet',
  acts: 'Mer',
  promote: 'Gör till ansvarig',
  demote: 'Ta bort som ansvarig',
  pause: 'Pausa rätten att larma',
  resume: 'Låt larma igen',
  remove: 'Ta bort',
  removeHome: 'Ta bort lägenheten',
  removed: (name: string) => `${isolated(name)} är borttagen.`,
  undo: 'Ångra',
  failed: 'Det gick inte',
  ask: {
    remove: {
      question: (name: string) => `Ta bort ${isolated(name)}?`,
      text: (name: string, building: string) =>
        `${isolated(name)} får inga fler larm från ${isolated(building)}.`,
    },
    pause: {
      question: (name: string) => `Pausa rätten att larma för ${isolated(name)}?`,
      text: (name: string) => `${isolated(name)} får larm, kan svara och be om hjälp.`,
      reason: 'Skäl (valfritt)',
      hint: 'Medlemmen läser det.',
      confirm: 'Pausa',
    },
    promote: {
      question: (name: string) => `Gör ${isolated(name)} till ansvarig?`,
      text: (name: string) => `${isolated(name)} kan bjuda in, ta bort och hålla övningar.`,
    },
    demote: {
      question: (name: string) => `Ta bort ${isolated(name)} som ansvarig?`,
      text: (name: string) => `${isolated(name)} får larm som förut.`,
    },
    movedOut: {
      question: (home: string) => `Vilka har flyttat från ${home}?`,
      text: 'De får inga fler larm härifrån.',
      letter: 'Skapa ett brev till nästa',
      confirm: (count: number) => `Ta bort ${count}`,
    },
    removeHome: {
      question: (number: string) => `Ta bort lägenhet ${isolated(number)}?`,
      text: 'Öppna inbjudningar till lägenheten slutar gälla.',
    },
  },
} as const;
