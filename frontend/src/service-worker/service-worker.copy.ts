/** The texts of notifications that the service worker writes itself; the server writes the others. */
export const NOTICES = {
  sending: 'Skickar svaret …',
  responded: (label: string | undefined) =>
    label ? `Ditt svar: ${label}.` : 'Du har svarat på larmet.',
  notSent: 'Svaret är inte skickat. Öppna ResQ.',
  unreadable: { title: 'ResQ', body: 'Något har hänt i ditt hus. Öppna ResQ.' },
};

/** The texts of the page that is shown instead of every page while ResQ cannot be reached. */
export const OFFLINE = {
  title: 'Ingen anslutning',
  window: 'Ingen anslutning – ResQ',
  lead: 'ResQ går inte att nå just nu. Larm når inte den här sidan, och du kan inte larma härifrån.',
  call: 'Ring 112',
  where: 'Säg var du är',
  apartment: (apartment: string) => `Lägenhet ${apartment}`,
  fire: {
    heading: 'Om det brinner',
    steps: [
      'Brinner det hos dig? Gå ut. Stäng dörren efter dig.',
      'Rök i trapphuset? Stanna i lägenheten. Stäng dörren.',
      'Fri väg ut? Ta trappan, aldrig hissen.',
      'Ring 112. Varna grannarna, om du kan göra det utan fara.',
    ],
  },
  again: 'Försök igen',
  notInsteadOf112: 'ResQ ersätter inte 112.',
};
