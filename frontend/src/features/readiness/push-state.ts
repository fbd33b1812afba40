import type { Device, PushState } from '@contract/devices';
import { create } from 'zustand';
import { local, readJson } from '../../lib/browser/storage.js';

/** The part of push that every tab needs at once. `push/` is loaded later, and changes it. */

export const PUSH_KEY = 'resq.push';

export interface SavedPush {
  /** The server's id of this browser's subscription. */
  id?: string;
  /** The browser's version when a test push last arrived. */
  browser?: string;
  /** True when notifications were on and have stopped, until the user has read it. */
  lost?: boolean;
}

export interface Push {
  push: PushState;
  lost?: boolean;
  /** True when the last test push is too old, or came to another version of the browser. */
  needsRetest?: boolean;
  /** Missing until the server has been asked for this device. */
  saved?: Pick<Device, 'pushSubscription' | 'pushTestedAt' | 'readyByPush'>;
}

export const savedPush = (): SavedPush => readJson(local, PUSH_KEY) ?? {};

/** `on` needs both the permission and a subscription that the server has saved. */
export function pushState(): PushState {
  if (!('Notification' in window && 'PushManager' in window)) return 'unsupported';
  const { permission } = Notification;
  if (permission === 'denied') return permission;
  return permission === 'granted' && savedPush().id ? 'on' : 'off';
}

export const usePush = create<Push>(() => ({ push: pushState() }));

/** Returns whether a test push has lately arrived here, and nothing has failed since. */
export const isPushProven = ({ push, saved }: Push): boolean | undefined =>
  push === 'on' && saved?.readyByPush;

/** Reads the browser's state again, after each change of it. */
export function updatePush(): void {
  const now = { push: pushState(), lost: savedPush().lost };
  const { push, lost } = usePush.getState();
  if (now.push !== push || now.lost !== lost) usePush.setState(now);
}

/** Returns whether an alarm would be pushed to this browser. */
export const isPushOn = ({ push, saved }: Push): boolean =>
  push === 'on' && saved?.pushSubscription !== 'dead';
