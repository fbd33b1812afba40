/**
 * The errors by which the browser names an answer that is not the server's, such as a page of a proxy.
 * Every page loads them, so they stand apart from the rest of the catalogue.
 */
export const PROXY_ERRORS = {
  'request.invalid': { status: 400, message: 'Uppgifterna är inte giltiga.' },
  'system.unavailable': { status: 503, message: 'Försök igen senare' },
} as const satisfies Record<string, { status: number; message: string }>;
