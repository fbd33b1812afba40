import { type Readiness, READINESS_WORDS } from '@contract/devices';

/** The texts on whether an alarm would reach this tab. They never promise more than is true. */
export const READINESS = {
  state: { ...READINESS_WORDS, connecting: 'Ansluter' },
  chipLeads: (state: string) => `${state}. Testa ljud och aviseringar`,
  title: { muted: `◐ ${READINESS_WORDS.muted} – `, away: `○ ${READINESS_WORDS.away} – ` },

  connection: {
    reconnecting: 'Ansluter igen … Larm kan dröja.',
    lost: (time: string) => `Ingen anslutning sedan ${time}. Larm når inte den här fliken.`,
    offline: 'Du är offline. Ring 112 vid fara.',
    back: 'Ansluten igen.',
    retry: 'Försök igen',
  },

  sound: {
    off: 'Ljudet är av i den här fliken.',
    byReload: 'Det stängdes av när sidan laddades om.',
    on: 'Ljudet är på i den här fliken.',
    turnOn: 'Slå på ljudet',
    inaudible: 'Inget ljud kommer ut. Kontrollera högtalare och hörlurar.',
  },

  neighbours: ({ neighboursKnown, neighboursReady }: Readiness) => {
    if (neighboursKnown === 0) return 'Ingen granne är med i huset än. Ring 112 först.';
    if (neighboursReady === 0) return 'Ingen granne är redo just nu. Ring 112 först.';
    return `${neighboursReady} av ${neighboursKnown} ${neighboursKnown === 1 ? 'granne' : 'grannar'} är redo att ta emot larm.`;
  },

  test: {
    offer: 'Testa att larm når dig.',
    again: 'Testa igen. Det tar en halv minut.',
    today: 'i dag',
  },
};
