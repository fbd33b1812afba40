import type { Me, Membership } from '@contract/http';
import { create } from 'zustand';
import { request } from '../net/http.js';
import { useSession } from './session.js';

export interface MeState {
  /**
   * `failed` only while nothing is loaded: loaded data stay through a lost network. It stays until then, so that
   * no page changes under its reader when the tab tries again by itself.
   */
  status: 'loading' | 'ready' | 'failed';
  me?: Me;
}

export const useMe = create<MeState>(() => ({ status: 'loading' }));

/** Loads the user at start, and again whenever a membership may have changed. Never rejects. */
export async function loadMe(): Promise<Me | undefined> {
  const asked = useSession.getState().user?.id;
  try {
    const me = await request<Me>('GET', '/auth/me');
    if (useSession.getState().user?.id !== asked) return undefined;
    useMe.setState({ status: 'ready', me });
    return me;
  } catch {
    if (!useMe.getState().me) useMe.setState({ status: 'failed' });
    return undefined;
  }
}

/** Loads the user for a person who pressed "Försök igen" and watches. */
export function retryMe(): Promise<Me | undefined> {
  if (!useMe.getState().me) useMe.setState({ status: 'loading' });
  return loadMe();
}

export function activeMemberships(me: Me | undefined): Membership[] {
  return me?.memberships.filter((one) => one.status === 'active') ?? [];
}

// The data of one user must be gone before the next one signs in.
useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) useMe.setState({ status: 'loading', me: undefined });
});
