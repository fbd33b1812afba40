import type { ArticleCopy } from './article.js';

export const TERMS = {
  title: 'Användarvillkor',
  lead: 'Villkoren gäller mellan dig och ResQ när du använder tjänsten.',
  sections: [
    {
      heading: 'ResQ ersätter inte 112',
      paragraphs: [
        'ResQ ersätter inte 112.',
        'Ring alltid 112 först i en nödsituation. Vi kan inte lova att ett larm når alla: telefoner som är avstängda eller ljudlösa, och webbläsare utan tillåtelse att avisera, nås inte.',
      ],
    },
    {
      heading: 'Vem som får använda ResQ',
      paragraphs: ['Du ska vara minst 18 år eller ha vårdnadshavares godkännande.'],
    },
    {
      heading: 'Förbjuden användning',
      paragraphs: [
        'Förbjudet: falska larm, trakasserier, att dela kontot, att kringgå säkerheten, kommersiell användning.',
        'Den som bryter mot villkoren kan bli av med rätten att larma eller med kontot.',
      ],
    },
    {
      heading: 'Pris',
      paragraphs: [
        'ResQ är gratis under betan. Därefter kostar det cirka 29 kr/månad för privatpersoner. Vi meddelar det minst 30 dagar i förväg.',
      ],
    },
    {
      heading: 'Uppsägning',
      paragraphs: [
        'Uppsägningstiden är 3 månader. Du kan sluta använda tjänsten och stänga kontot när du vill.',
      ],
    },
    {
      heading: 'Ansvar och ändringar',
      paragraphs: [
        'ResQ är en beta och kan ha fel eller stå stilla. Vi meddelar ändringar av villkoren i tjänsten innan de börjar gälla. Svensk lag gäller.',
      ],
    },
  ],
} as const satisfies ArticleCopy;
