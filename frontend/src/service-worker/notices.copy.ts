/** The texts of notifications that the service worker writes itself; the server writes the others. */
export const NOTICES = {
  sending: 'Skickar svaret …',
  responded: (label: string) => `Ditt svar: ${label}.`,
  notSent: 'Svaret är inte skickat. Öppna ResQ.',
  unreadable: { title: 'ResQ', body: 'Något har hänt i ditt hus. Öppna ResQ.' },
};
