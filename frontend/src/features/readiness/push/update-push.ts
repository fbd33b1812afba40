import { type Push, pushState, savedPush, usePush } from '../push-state.js';

/** Reads the browser's state again, after each change of it. */
export function updatePush(): void {
  const now = { push: pushState(), lost: savedPush().lost };
  const { push, lost } = usePush.getState();
  if (now.push !== push || now.lost !== lost) usePush.setState(now);
}

/** Returns whether an alarm would be pushed to this browser. */
export const isPushOn = ({ push, saved }: Push): boolean =>
  push === 'on' && saved?.pushSubscription !== 'dead';
