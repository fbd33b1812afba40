import { ApiError } from './http.js';

/** @returns what to tell a person about a call that failed; English is never among it */
export function failureTexts(error: unknown): { title: string; text: string } {
  const refused = error instanceof ApiError && !error.isPassing;
  return { title: 'Ett fel uppstod', text: refused ? error.message : 'Försök igen senare' };
}
