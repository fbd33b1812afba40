import { ApiError, request } from '../../lib/net/http.js';

/** The link's token identifies the user, so no access token is sent. */
export const resetPassword = (token: string, password: string) =>
  request<void>('POST', '/auth/reset', { token, password }, { auth: false });

/**
 * @returns true when the server refused the link itself: it is unknown, used, replaced or too old
 */
export function isLinkRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'auth.reset_link_invalid' || error.fields?.['token'] !== undefined;
}
