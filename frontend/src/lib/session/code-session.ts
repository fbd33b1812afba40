import { isUuid, uuid } from '../browser/ids.js';
import { request } from '../net/http.js';
import { perTab, write } from '../browser/storage.js';

/** The keys of a code session in the browser: an id per tab, and the code with the time of use. */

const ID_KEY = 'resq.session-id';
const ACCESS_KEY = 'resq.access';

/** @returns undefined when this tab has no id yet, so the server cannot know one either */
export function knownSessionId(): string | undefined {
  const id = perTab.getItem(ID_KEY);
  return id && isUuid(id) ? id : undefined;
}

export function sessionId(): string {
  const known = knownSessionId();
  if (known) return known;
  const made = uuid();
  write(perTab, ID_KEY, made);
  return made;
}

/** Checks the code session without prolonging it. Any failure counts as no. */
export async function hasLiveCodeSession(signal?: AbortSignal): Promise<boolean> {
  const id = knownSessionId();
  if (!id) return false;
  try {
    await request('GET', `/gate/sessions/${id}`, undefined, { auth: false, signal });
    return true;
  } catch {
    return false;
  }
}

export function rememberAccess(code: string): void {
  write(perTab, ACCESS_KEY, JSON.stringify({ code, validatedAt: new Date().toISOString() }));
}

export function forgetAccess(): void {
  perTab.removeItem(ACCESS_KEY);
}
