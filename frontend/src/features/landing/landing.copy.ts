export const LANDING = {
  title: 'När sekunder räknas',
  lead: 'ResQ varnar grannarna i huset med ljud och avisering när någon larmar om brand, medicinsk nöd eller annan fara.',
  start: 'Kom igång nu',
  signIn: 'Logga in',
  cardsHeading: 'Därför ResQ',
  cards: [
    { title: 'Snabba larm', text: 'Två tryck räcker. Grannarna varnas på en gång.' },
    { title: 'Ljudvarningar', text: 'Öppna sidor larmar med ett ljud som är gjort för att väcka.' },
    { title: 'Säkert', text: 'Bara de som bor i huset får larmet. Ingen ser din e-postadress.' },
    { title: 'Hela huset', text: 'Larmet går till alla medlemmar, oavsett våning och uppgång.' },
  ],
  stepsHeading: 'Så fungerar det',
  steps: [
    { title: 'Skapa konto', text: 'Gå med i ditt hus med en inbjudan, eller starta ett.' },
    { title: 'Välj larmtyp', text: 'Brand, medicinsk nöd eller annan fara.' },
    { title: 'Skicka larm', text: 'Grannarna varnas och kan svara att de kommer.' },
  ],
  callTitle: 'Gör huset tryggare',
  callText: 'ResQ är gratis under betan, för privatpersoner och bostadsrättsföreningar.',
  callButton: 'Anmäl intresse',
} as const;

export const INTEREST = {
  heading: 'Intresseanmälan',
  lead: 'Berätta vem du är, så hör vi av oss.',
  typeLabel: 'Jag anmäler mig som',
  types: { private: 'Privatperson', brf: 'BRF' },
  name: { private: 'Namn', brf: 'Föreningsnamn' },
  email: 'E-post',
  phone: 'Telefon',
  address: 'Adress',
  submit: 'Skicka intresseanmälan',
  thanks: 'Tack! Vi kontaktar dig inom 24 timmar',
} as const;
