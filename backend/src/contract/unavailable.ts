/**
 * The error of a server that cannot serve now. The browser gives it to a proxy's own 5xx as well. Every
 * page loads it, so it stands apart from the rest of the catalogue.
 */
export const UNAVAILABLE = { status: 503, message: 'Försök igen senare' } as const;
