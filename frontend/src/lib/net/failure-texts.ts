import { ApiError } from './http.js';

/** @returns the Swedish text to show for a failed call */
export function failureTexts(error: unknown): { title: string; text: string } {
  const refused = error instanceof ApiError && error.isRefusal;
  return { title: 'Ett fel uppstod', text: refused ? error.message : 'Försök igen senare' };
}
