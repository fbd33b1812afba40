/** The pages of the product. The router shows them; the server answers any other address with status 404. */
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
  app: '/app',
  building: '/building',
  adminCodes: '/admin/codes',
  adminPasswords: '/admin/passwords',
} as const;

/** `/app/` is `/app`. */
export function plainPath(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

/** @param path an address's path, without query and fragment */
export function isPage(path: string): boolean {
  return Object.values<string>(PAGES).includes(plainPath(path));
}
