import type { ArticleCopy } from './article.js';

export const CAREERS = {
  title: 'Karriär och samarbete',
  lead: 'Vi är få och söker människor och organisationer som vill göra bostadshus tryggare.',
  sections: [
    {
      heading: 'Arbeta med oss',
      paragraphs: [
        'Vi har inga utlysta tjänster just nu, men läser varje ansökan. Berätta vad du kan och vad du vill bygga.',
      ],
    },
    {
      heading: 'Bli partner',
      paragraphs: [
        'Är du bostadsrättsförening, förvaltare, försäkringsbolag eller räddningstjänst? Vi provar gärna ResQ tillsammans med er.',
      ],
    },
  ],
  work: { subject: 'Ansökan till ResQ', text: 'Skicka en ansökan' },
  partner: { subject: 'Samarbete med ResQ', text: 'Föreslå ett samarbete' },
} as const satisfies ArticleCopy & Record<string, unknown>;
