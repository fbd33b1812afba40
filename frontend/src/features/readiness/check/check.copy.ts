import { READINESS_WORDS } from '@contract/devices';

/** The texts of the page that tests whether an alarm would sound on this device. */
export const CHECK = {
  title: 'Testa ljudet',
  lead: 'En halv minut. Lämna telefonen eller datorn så som du brukar ha den.',
  toPanel: 'Till larmpanelen',

  state: { done: 'Klart', left: 'Kvar', failed: 'Fungerar inte' },

  sound: {
    name: 'Ljud',
    why: 'Du hör samma ljud som vid ett brandlarm, i fyra sekunder.',
    play: 'Spela testljud',
    playing: 'Testljudet spelas …',
    ask: 'Hörde du ljudet?',
    yes: 'Ja',
    no: 'Nej',
    help: 'Höj volymen. Kontrollera att fliken inte är tystad. På iPhone: stäng av ljudlöst läge.',
    refused: 'Webbläsaren spelade inget ljud. Tryck en gång till.',
    interrupted: 'Testet avbröts av ett larm.',
    again: 'Spela igen',
    saving: 'Sparar …',
    notSaved: 'Testet är inte sparat. Kontrollera anslutningen och spela igen.',
  },

  result: {
    ready: `${READINESS_WORDS.ready} medan sidan är öppen.`,
    readyOnTouch: `${READINESS_WORDS.ready} medan skärmen är på och sidan är öppen.`,
    tested: (when: string) => `Senast testad ${when}.`,
    untested: (when?: string) =>
      when ? `Det testades senast ${when}. Testa igen.` : 'Spela testljudet.',
    inaudible: 'Du hörde inte testljudet.',
    muted: 'Larm visas, men hörs inte i den här fliken.',
    away: 'Larm når inte den här fliken.',
    connecting: 'Vänta ett ögonblick.',
    noBuilding: 'Du får larm när du är med i ett hus.',
  },
};
