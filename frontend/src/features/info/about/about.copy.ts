export const ABOUT = {
  title: 'Om ResQ',
  lead: 'ResQ är ett larm mellan grannar. När något händer varnas hela huset på en gång, med ljud och på skärmen.',
  start: 'Kom igång nu',

  alarms: {
    heading: 'Tre sorters larm',
    cards: [
      { title: 'Brand', text: 'Eld, rök eller brandlukt.' },
      { title: 'Medicinsk nöd', text: 'Någon är skadad eller svårt sjuk.' },
      { title: 'Annan fara', text: 'Till exempel gas, vattenläcka eller hot.' },
    ],
    after:
      'Grannarna ser vem som larmar och från vilken lägenhet. De svarar med ett tryck att de är i säkerhet, kommer eller behöver hjälp. Du ser svaren.',
  },

  screens: {
    heading: 'Så ser ett larm ut',
    steps: [
      { title: 'Du larmar', text: 'Två tryck, och huset varnas.' },
      {
        title: 'Grannarna varnas',
        text: 'Larmet ligger över allt annat, med råd, 112 och tre svar.',
      },
      {
        title: 'Du ser svaren',
        text: 'Vilka som är nådda, i säkerhet, kommer eller behöver hjälp.',
      },
    ],
  },

  benefits: {
    heading: 'Fördelar',
    cards: [
      {
        title: 'Närmast är grannen',
        text: 'Den som bor på andra sidan väggen kan vara framme först.',
      },
      {
        title: 'Inget att montera',
        text: 'ResQ fungerar i webbläsaren, på telefon, surfplatta och dator.',
      },
      {
        title: 'Bara huset',
        text: 'Larmet går till husets medlemmar. E-postadresser visas aldrig.',
      },
      {
        title: 'Råd som stämmer',
        text: 'Ett brandlarm säger inte åt alla att gå ut. Är det rök i trapphuset är lägenheten ofta säkrast.',
      },
    ],
  },

  sound: {
    heading: 'Ett ljud som väcker',
    text: 'De flesta larm piper ljust. ResQ larmar med en låg fyrkantston vars grundton är 520\u00a0Hz. I ett test med sovande vuxna som hör dåligt, vid 75\u00a0dBA, såg det ut så här:',
    figures: [
      { number: '92\u00a0%', text: 'vaknade av en fyrkantston på 520\u00a0Hz' },
      { number: '56\u00a0%', text: 'vaknade av den vanliga ljusa tonen på 3\u00a0100\u00a0Hz' },
      { number: '27\u00a0%', text: 'vaknade av ett blixtljus' },
    ],
    source:
      'Källa: Bruck och Thomas, Waking effectiveness of alarms for adults who are hard of hearing, 2007. Hur starkt det låter hemma hos dig beror på enheten och volymen. Testa därför ljudet.',
  },

  honesty: {
    heading: 'Ärligt om vad som har nått fram',
    text: 'Det enda som aldrig får hända är att någon tror att ett larm är skickat, eller hört, när det inte är det. Allt annat får ge vika för det.',
    list: [
      'Larmet visas som skickat först när det är sparat på servern.',
      'En granne räknas som nådd först när grannens egen enhet har sagt det.',
      'Går larmet inte att skicka säger sidan det, med numret till 112.',
      'En flik som inte kan larma säger det, i stället för att tiga.',
    ],
  },

  vision: {
    heading: 'Vision',
    text: 'Ingen ska vara ensam i en nödsituation när hjälpen finns på andra sidan väggen. Ett gemensamt larm ska vara lika självklart i ett hus som en brandvarnare.',
  },

  team: {
    heading: 'Teamet',
    text: [
      'Bakom ResQ finns de som utvecklar tjänsten och de som driver den. Vi är hellre långsamma och noga än snabba och osäkra.',
      'Tjänsten är en beta och är gratis så länge den är det. Programkoden har en öppen licens (MIT).',
    ],
    contact: 'Skriv till oss',
    careers: 'Arbeta eller samarbeta med oss',
  },

  not: {
    heading: 'Det ResQ inte är',
    list: [
      'ResQ ersätter inte 112. Ring alltid 112 först i en nödsituation.',
      'ResQ är inte en brandvarnare. Inget larm går av sig självt.',
      'Telefoner som är avstängda eller ljudlösa nås inte.',
      'Ingen vet om en granne är hemma, vaken eller kan komma.',
    ],
    more: 'Läs vad vi inte kan lova',
  },
} as const;

export const CAREERS = {
  title: 'Karriär och samarbete',
  lead: 'Vi söker människor och organisationer som vill att grannar ska kunna hjälpa varandra när det gäller.',

  work: {
    heading: 'Arbeta med oss',
    text: [
      'Vi har inga utlysta tjänster. Vi läser ändå varje brev, och vi sparar inte din ansökan längre än vi pratar med dig.',
      'Vi blir glada när du:',
    ],
    list: [
      'bygger så lite som möjligt, och prövar det tills du litar på det',
      'skriver så att en trött människa förstår mitt i natten',
      'gör tjänster som fungerar för alla, också med skärmläsare, tangentbord och darrande händer',
      'säger till när något är fel, särskilt när det är ditt eget.',
    ],
    subject: 'Ansökan till ResQ',
    link: 'Skicka en ansökan',
  },

  partner: {
    heading: 'Bli partner',
    text: 'ResQ blir bättre av dem som använder det på riktigt. Vi provar gärna tillsammans med er.',
    subject: 'Samarbete med ResQ',
    link: 'Föreslå ett samarbete',
    cards: [
      {
        title: 'Bostadsrättsföreningar',
        text: 'Prova ResQ i ert hus, håll en övning och berätta vad som inte fungerade.',
      },
      {
        title: 'Förvaltare',
        text: 'Hjälp oss att göra det enkelt att komma igång i många hus, och att sköta när folk flyttar.',
      },
      {
        title: 'Försäkringsbolag',
        text: 'Undersök med oss om grannar som varnas tidigt minskar skadorna.',
      },
      {
        title: 'Räddningstjänst',
        text: 'Granska råden i larmen, och säg vad ni vill veta när ni kommer till platsen.',
      },
      {
        title: 'Utvecklare',
        text: 'Programkoden har en öppen licens. Det värdefullaste du kan hitta är ett sätt att tappa bort ett larm.',
      },
    ],
  },

  answer: {
    heading: 'Så svarar vi',
    list: [
      'Skriv på svenska eller engelska. Några rader räcker.',
      'Vi svarar med e-post. Är det ett nej säger vi det, och varför.',
      'Skicka inga personnummer, intyg eller uppgifter om din hälsa.',
    ],
    address: 'Adressen är:',
  },
} as const;
