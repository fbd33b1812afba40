import { perTab, write } from '../browser/storage.js';

/**
 * The token of the invitation that this tab opened. It waits here while its holder reads other pages
 * and creates an account. Neither a request's address nor another tab receives it.
 */

const KEY = 'resq.invitation';

export const openedInvitation = (): string => perTab.getItem(KEY) ?? '';

export function rememberInvitation(token: string): void {
  write(perTab, KEY, token);
}

/** Call it when the holder is a member, or when the invitation is no longer valid. */
export function forgetInvitation(): void {
  perTab.removeItem(KEY);
}
