export const LANDING = {
  title: 'När sekunder räknas',
  lead: 'ResQ varnar grannarna i huset med ljud och avisering när någon larmar om brand, medicinsk nöd eller annan fara.',
  start: 'Kom igång nu',
  signIn: 'Logga in',
  first112: 'Ring alltid 112 först vid fara. ResQ ersätter inte nödnumret.',
  cardsHeading: 'Därför ResQ',
  cards: [
    { title: 'Snabba larm', text: 'Två tryck räcker. Grannarna varnas på en gång.' },
    { title: 'Ljudvarningar', text: 'Öppna sidor larmar med ett ljud som är gjort för att väcka.' },
    {
      title: 'Säkert',
      text: 'Bara medlemmar får larmet, och skärmar i trapphuset utan namn. Ingen ser din e\u2011postadress.',
    },
    { title: 'Hela huset', text: 'Larmet går till alla medlemmar, oavsett våning och uppgång.' },
  ],
  stepsHeading: 'Så fungerar det',
  steps: [
    { title: 'Skapa konto', text: 'Gå med i ditt hus med en inbjudan, eller starta ett.' },
    { title: 'Välj larmtyp', text: 'Det finns tre. Var och en har sin färg och sitt ljud.' },
    { title: 'Skicka larm', text: 'Grannarna varnas och svarar. Du ser svaren direkt.' },
  ],
  callTitle: 'Gör huset tryggare',
  callText: 'ResQ är gratis under betan, för boende och bostadsrättsföreningar.',
  callButton: 'Anmäl intresse',
} as const;

export const INTEREST = {
  heading: 'Intresseanmälan',
  lead: 'Berätta vem du är och var huset ligger.',
  forWhom: 'För vem?',
  groups: [
    {
      who: 'Du som bor i huset',
      text: 'Du varnar grannarna och blir själv varnad, dygnet runt.',
    },
    {
      who: 'Ni i styrelsen',
      text: 'Ni bjuder in hela huset och ser vilka som är med.',
    },
  ],
  then: 'Så börjar ett hus',
  next: [
    'Du startar huset och bjuder in grannarna.',
    'Grannarna går med och testar att larmet hörs.',
    'Betan är gratis. Priset meddelas minst 30 dagar i förväg.',
  ],
  typeLabel: 'Jag anmäler mig som',
  types: { private: 'Privatperson', brf: 'BRF' },
  name: { private: 'Namn', brf: 'Föreningsnamn' },
  email: 'E-post',
  phone: 'Telefon',
  address: 'Adress',
  submit: 'Skicka intresseanmälan',
  thanks: 'Tack! Vi kontaktar dig inom 24 timmar',
} as const;
