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
