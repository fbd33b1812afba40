import { ApiError, request } from '../../lib/net/http.js';

/** The link is the proof, so no access token is sent. */
export const resetPassword = (token: string, password: string) =>
  request<void>('POST', '/auth/reset', { token, password }, { auth: false });

/** @returns whether the link is what was refused: it is unknown, used, replaced or too old */
export function isLinkRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'auth.reset_link_invalid' || error.fields?.['token'] !== undefined;
}
