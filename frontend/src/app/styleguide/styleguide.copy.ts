/** The texts of the samples. They name what they show, and nothing of them is in the product. */
export const STYLEGUIDE = {
  title: 'Alla delar',
  alarms: 'Larm',
  actions: 'Knappar och länkar',
  bars: 'Rader över hela sidan',
  notices: 'Meddelanden',
  toasts: 'Tillfälliga meddelanden',
  dialogs: 'Dialoger',
  cards: 'Kort och steg',
  fields: 'Fält',
  lists: 'Listor och tabeller',
  building: 'Huset',
  phones: 'Telefoner',
  pages: 'Sidor',
  paper: 'Papper',
} as const;
