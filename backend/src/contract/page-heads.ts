import { PAGES } from './paths.js';

export interface PageHead {
  /** The title of the window and of search results, such as "Om ResQ – ResQ". */
  title: string;
  /** One or two sentences for search engines and link previews, at most 160 characters. */
  description: string;
}

/** The heads of the public pages. The server keeps search engines from all other pages. */
export const PAGE_HEADS: Readonly<Record<string, PageHead | undefined>> = {
  [PAGES.home]: {
    title: 'ResQ – larm mellan grannar',
    description:
      'ResQ varnar grannarna i huset med ljud och avisering när någon larmar om brand, medicinsk nöd eller annan fara. ResQ ersätter inte 112.',
  },
  [PAGES.about]: {
    title: 'Om ResQ – ResQ',
    description:
      'Så fungerar ResQ: ett tryck varnar hela huset med ljud och avisering, och du ser vilka grannar som har svarat.',
  },
  [PAGES.contact]: {
    title: 'Kontakt – ResQ',
    description: 'Skriv till ResQ med frågor, förslag eller ett problem som du har hittat.',
  },
  [PAGES.careers]: {
    title: 'Karriär och samarbete – ResQ',
    description:
      'Arbeta med ResQ, eller prova tjänsten tillsammans med oss som förening, förvaltare eller räddningstjänst.',
  },
  [PAGES.privacy]: {
    title: 'Integritetspolicy – ResQ',
    description:
      'Vilka personuppgifter ResQ behandlar, varför, hur länge de sparas, vem som ser dem och vilka rättigheter du har.',
  },
  [PAGES.terms]: {
    title: 'Användarvillkor – ResQ',
    description:
      'Villkoren för ResQ: vem som får använda tjänsten, vad som är förbjudet, pris, uppsägning och ansvar.',
  },
  [PAGES.cookies]: {
    title: 'Cookiepolicy – ResQ',
    description:
      'Vilka cookies och annan lagring ResQ använder i din webbläsare, till vad och hur länge.',
  },
  [PAGES.auth]: {
    title: 'Logga in – ResQ',
    description: 'Logga in i ResQ eller skapa ett konto för att larma och få larm från ditt hus.',
  },
};
