import { READINESS_WORDS } from '@contract/devices';

/** The texts of the page that tests whether an alarm would reach this device. */
export const CHECK = {
  title: 'Testa ljud och aviseringar',
  lead: 'Tre steg, en halv minut. Ha datorn som du brukar.',
  leadOnTouch: 'Tre steg, en halv minut. Ha telefonen som du brukar.',
  toPanel: 'Till larmpanelen',
  device: (name: string) => `Du testar ${name}. Namnet ändrar du i profilen.`,

  sound: {
    name: 'Ljud',
    why: 'Du hör samma ljud som vid ett brandlarm, i fyra sekunder.',
    play: 'Spela testljud',
    playing: 'Testljudet spelas …',
    question: 'Hörde du ljudet?',
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
    why: 'Då når larm dig när fliken är dold eller stängd. Vi skickar larm, övningar och besked om huset. Ingen reklam.',
    turnOn: 'Slå på aviseringar',
    asking: 'Svara på webbläsarens fråga.',
    saving: 'Slår på …',
    on: 'Aviseringar är på.',
    dismissed: 'Frågan är inte besvarad. Tryck en gång till och välj Tillåt.',
    notSaved: 'Aviseringar är inte på. Kontrollera anslutningen och försök igen.',
    homeScreen: 'Tryck på Dela. Välj Lägg till på hemskärmen. Öppna ResQ därifrån.',
    unsupported: 'Webbläsaren kan inte ta emot aviseringar. Ha fliken öppen.',
    insecure:
      'Aviseringar kräver en säker adress, som börjar med https. Den här gör inte det. Ha fliken öppen.',
  },

  pushTest: {
    name: 'Testavisering',
    why: 'En riktig avisering skickas hit, på samma väg som ett larm.',
    first: 'Slå på aviseringar först.',
    impossible: 'Det går inte här, eftersom aviseringar inte går att slå på.',
    send: 'Skicka testavisering',
    again: 'Skicka igen',
    sending: 'Väntar på aviseringen …',
    arrived: 'Aviseringen har kommit fram.',
    question: 'Såg du aviseringen?',
    yes: 'Ja',
    no: 'Nej',
    failed: 'Ingen avisering kom. Kontrollera Stör ej och systemets inställningar.',
    notSent: 'Testet är inte skickat. Kontrollera anslutningen och försök igen.',
  },

  result: {
    ready: 'Den här enheten är redo.',
    almost: 'Nästan redo.',
    notReady: 'Inte redo.',
    connecting: 'Ansluter.',
    wait: 'Vänta ett ögonblick.',
    tested: (when: string) => `Senast testad ${when}.`,
    muted: 'Ljudet är av i den här fliken.',
    inaudible: 'Du hörde inte testljudet.',
    untested: 'Ljudet är inte testat.',
    oldTest: (when: string) => `Ljudet testades senast ${when}. Testa igen.`,
    pushUntested: 'Testaviseringen är kvar.',
    onlyOpen: 'Larm hörs bara när sidan är öppen. Stäng den inte.',
    onlyOpenOnTouch: 'Larm hörs bara när skärmen är på och sidan är öppen. Stäng den inte.',
    onlyShown: 'Du får bara larm när sidan är öppen.',
    onlyShownOnTouch: 'Du får bara larm när skärmen är på och sidan är öppen.',
    away: `${READINESS_WORDS.away}. Larm når inte den här fliken.`,
    noBuilding: 'Du får larm när du är med i ett hus.',
  },
};

/** The steps that allow notifications again, in the words of each browser's own menus. */

export type BrowserName =
  'chrome' | 'chromeAndroid' | 'edge' | 'firefox' | 'safariMac' | 'safariIphone';

interface Help {
  name: string;
  blocked: string;
  /** The first one names the icon, which is shown behind it. */
  steps: [string, string];
}

const BY_ICON =
  'Aviseringar är blockerade. Tryck på ikonen vid adressfältet och tillåt aviseringar.';

export const PUSH_HELP = {
  label: 'Din webbläsare',
  then: 'Kom sedan tillbaka hit.',
} as const;

export const BROWSERS: Record<BrowserName, Help> = {
  chrome: {
    name: 'Chrome på dator',
    blocked: BY_ICON,
    steps: ['Tryck på ikonen till vänster om adressen:', 'Slå på Aviseringar.'],
  },
  chromeAndroid: {
    name: 'Chrome på Android',
    blocked: BY_ICON,
    steps: [
      'Tryck på ikonen till vänster om adressen:',
      'Välj Behörigheter och slå på Aviseringar.',
    ],
  },
  edge: {
    name: 'Edge',
    blocked: BY_ICON,
    steps: ['Tryck på hänglåset till vänster om adressen:', 'Välj Tillåt vid Aviseringar.'],
  },
  firefox: {
    name: 'Firefox',
    blocked: BY_ICON,
    steps: [
      'Tryck på den överstrukna ikonen till vänster om adressen:',
      'Tryck på krysset efter Blockerad. Slå sedan på aviseringar här igen.',
    ],
  },
  safariMac: {
    name: 'Safari på Mac',
    blocked: 'Aviseringar är blockerade. Tillåt dem i Safaris inställningar.',
    steps: [
      'Öppna Safari, Inställningar, Webbplatser. Välj Notiser.',
      'Välj Tillåt för den här adressen.',
    ],
  },
  safariIphone: {
    name: 'iPhone och iPad',
    blocked: 'Aviseringar är blockerade. Tillåt dem i telefonens inställningar.',
    steps: ['Öppna Inställningar. Välj Notiser och sedan ResQ.', 'Slå på Tillåt notiser.'],
  },
};

/** The texts of the offer to install ResQ. A computer has no home screen. */
export const INSTALL = {
  phone: {
    lead: 'Lägg ResQ på hemskärmen. Då behåller webbläsaren aviseringarna.',
    install: 'Lägg till',
  },
  computer: {
    lead: 'Installera ResQ på datorn. Då behåller webbläsaren aviseringarna.',
    install: 'Installera',
  },
  later: 'Inte nu',
};
