/** The texts of the page that tests whether an alarm would sound on this device. */
export const CHECK = {
  title: 'Testa ljud och aviseringar',
  lead: 'En halv minut. Lämna telefonen eller datorn så som du brukar ha den.',
  toPanel: 'Till larmpanelen',

  state: { done: 'Klart', left: 'Kvar', failed: 'Fungerar inte', later: 'Kommer senare' },

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
  push: {
    name: 'Aviseringar',
    later: 'Aviseringar kommer i en senare version. Ha fliken öppen så länge.',
  },
  testPush: {
    name: 'Testavisering',
    later: 'Den kommer tillsammans med aviseringarna.',
  },

  result: {
    ready: 'Den här enheten är redo.',
    tested: (when: string) => `Senast testad ${when}.`,
    leaveOpen: 'Larm når dig bara medan fliken är öppen. Stäng den inte.',
    almost: 'Nästan redo.',
    notTested: 'Ljudet är inte testat.',
    oldTest: (when: string) => `Ljudet testades senast ${when}. Testa igen.`,
    notReady: 'Inte redo.',
    inaudible: 'Ljudet hördes inte.',
    blocked: 'Ljudet är av i den här fliken.',
    away: 'Larm når inte den här fliken.',
    connecting: 'Ansluter …',
  },
};
