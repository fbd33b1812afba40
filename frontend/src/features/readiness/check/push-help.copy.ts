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
