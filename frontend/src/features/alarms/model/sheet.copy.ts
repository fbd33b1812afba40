import type { Readiness } from '@contract/devices';

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
    return `${neighboursReady} av ${neighboursKnown} grannar nås med ljud eller avisering.`;
  },
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
  knock: 'Knacka på hos grannarna.',
  pressed: (moment: string) => `Du tryckte ${moment}.`,
  trying: 'Vi försöker igen tills du stänger.',
  duplicate: (who: string, about: string, when: string) => `${who}, larmade om ${about} ${when}.`,
  ownDuplicate: (about: string, when: string) =>
    `Du larmade om ${about} ${when}. Det larmet pågår.`,
  sawToo: 'Jag ser det också',
  ownAlarm: 'Skicka eget larm',
};
