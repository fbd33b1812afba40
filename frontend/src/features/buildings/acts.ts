import { useState } from 'react';
import { failureTexts } from '../../lib/net/http.js';
import { toast } from '../../ui/toasts.js';

/** Runs the act of a button, which is busy meanwhile. A failure is shown as a toast. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>, failed?: string) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast({ ...failureTexts(error), ...(failed && { title: failed }), kind: 'error' });
    }
    setBusy(false);
  };
  return { busy, act };
}

/** Requests that are sent at once: a large building must not fill its manager's limit. */
const AT_ONCE = 4;

export interface Progress {
  /** Those that were answered, with success or not. */
  tried: number;
  done: number;
}

/**
 * Acts on several members, each by a request of its own. A failure ends nothing.
 * @param onProgress called after each answer
 * @returns those on whom the act failed, in their order
 */
export async function forEachLimited<T>(
  all: readonly T[],
  act: (one: T) => Promise<unknown>,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<T[]> {
  const failed = new Set<T>();
  const open = [...all];
  let tried = 0;
  const work = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const one = next;
      await act(one).catch(() => failed.add(one));
      tried++;
      onProgress({ tried, done: tried - failed.size });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return all.filter((one) => failed.has(one));
}
