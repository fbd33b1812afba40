/** The product's pages. The server answers unknown addresses with status 404. */
export const PAGES = {
  home: '/',
  about: '/about',
  contact: '/contact',
  careers: '/careers',
  privacy: '/privacy',
  terms: '/terms',
  cookies: '/cookies',
  auth: '/auth',
  reset: '/reset',
  join: '/join',
  handover: '/handover',
  kiosk: '/kiosk',
  app: '/app',
  history: '/app/history',
  profile: '/app/profile',
  closeAccount: '/app/profile/close',
  check: '/app/check',
  building: '/building',
  buildingHomes: '/building/homes',
  buildingInvite: '/building/invite',
  buildingPosters: '/building/posters',
  buildingExercises: '/building/exercises',
  buildingDisplays: '/building/displays',
  buildingLog: '/building/log',
  buildingAbout: '/building/about',
  adminCodes: '/admin/codes',
  adminBuildings: '/admin/buildings',
  adminPasswords: '/admin/passwords',
  adminAudit: '/admin/audit',
  adminStatus: '/admin/status',
} as const;

/** The texts of the links to pages, in the menu and the footer. */
export const PAGE_NAMES = {
  about: 'Om ResQ',
  contact: 'Kontakt',
  careers: 'Karriär',
  privacy: 'Integritetspolicy',
  terms: 'Användarvillkor',
  cookies: 'Cookiepolicy',
  app: 'Larmpanel',
  history: 'Historik',
  profile: 'Profil',
  building: 'Huset',
  adminCodes: 'Åtkomstkoder',
  adminBuildings: 'Alla hus',
  adminPasswords: 'Lösenordslänk',
  adminAudit: 'Händelser',
  adminStatus: 'Driftläge',
} satisfies Partial<Record<keyof typeof PAGES, string>>;

/** The profile's section for two-step sign-in. */
export const SECOND_FACTOR_FRAGMENT = '#tvastegsverifiering';

/** The routes of one alarm: past, whether active or past, and the report of it or of an exercise. */
export const PAST_ALARM_PAGE = `${PAGES.history}/:alarmId`;
export const ALARM_PAGE = `${PAGES.app}/alarm/:alarmId`;
export const REPORT_PAGE = `${PAGES.buildingExercises}/:alarmId`;

export const pastAlarmPath = (alarmId: string): string => `${PAGES.history}/${alarmId}`;
export const alarmPath = (alarmId: string): string => `${PAGES.app}/alarm/${alarmId}`;
export const reportPath = (alarmId: string): string => `${PAGES.buildingExercises}/${alarmId}`;

const OF_ALARM =
  /^\/(app\/history|app\/alarm|building\/exercises)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes a trailing slash, because `/app/` is the same page as `/app`. */
export function plainPath(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

/** @param path an address's path, without query and fragment */
export function isPage(path: string): boolean {
  const plain = plainPath(path);
  return Object.values<string>(PAGES).includes(plain) || OF_ALARM.test(plain);
}

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
