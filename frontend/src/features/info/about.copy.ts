import type { ArticleCopy } from './article.js';

export const ABOUT = {
  title: 'Om ResQ',
  lead: 'ResQ är ett larm mellan grannar. När något händer varnas hela huset på en gång, med ljud och avisering.',
  start: 'Kom igång nu',
  sections: [
    {
      heading: 'Vad ResQ gör',
      paragraphs: [
        'Du väljer brand, medicinsk nöd eller annan fara och skickar larmet. Grannarna får det direkt, ser vem som larmar och från vilken lägenhet, och kan svara att de är i säkerhet, kommer eller behöver hjälp.',
        'Du ser vilka som har nåtts. ResQ säger aldrig att en granne är nådd innan grannens egen enhet har sagt det.',
      ],
    },
    {
      heading: 'Fördelar',
      list: [
        'Grannarna är närmast och kan vara framme först.',
        'Ljudet är en låg fyrkantston, som väcker fler än en vanlig ljus signal.',
        'Det fungerar i webbläsaren, utan ny utrustning i huset.',
        'Bara husets medlemmar får larmet. E-postadresser visas aldrig.',
      ],
    },
    {
      heading: 'Vision',
      paragraphs: [
        'Ingen ska vara ensam med en nödsituation när hjälpen finns på andra sidan väggen. Vi vill att det ska vara lika självklart att huset har ett gemensamt larm som att det har brandvarnare.',
      ],
    },
    {
      heading: 'Teamet',
      paragraphs: [
        'ResQ utvecklas av en liten grupp i Sverige, tillsammans med de bostadsrättsföreningar som provar tjänsten. Under betan är den gratis.',
      ],
    },
    {
      heading: 'Det ResQ inte är',
      paragraphs: [
        'ResQ ersätter inte 112. Ring alltid 112 först i en nödsituation. Telefoner som är avstängda eller ljudlösa nås inte.',
      ],
    },
  ],
} as const satisfies ArticleCopy & { start: string };
