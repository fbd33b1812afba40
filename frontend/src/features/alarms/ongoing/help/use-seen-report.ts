import type { Alarm, NeedsHelp } from '@contract/alarm';
import { useEffect, useRef } from 'react';
import { reportReceipt } from '../../commands/receipts.js';

/** A press that begins sooner after a call was shown was not meant for it. */
const NOTICED_MS = 1_000;

/**
 * Reports that the person has seen the calls, which the callers are shown. It depends on an action
 * beside the calls: a page in an empty room has been seen by nobody.
 * @returns the ref of the element that shows the calls
 */
export function useSeenReport<T extends HTMLElement>(
  { id, buildingId }: Alarm,
  calls: NeedsHelp[],
) {
  const shown = useRef<T>(null);
  const newest = calls
    .map(({ at }) => at)
    .sort()
    .at(-1);
  useEffect(() => {
    const around = shown.current?.closest('dialog, main');
    if (!newest || !around) return;
    const report = () => reportReceipt({ id, buildingId }, 'seen', newest);
    const actions = ['pointerdown', 'keydown'];
    const timer = setTimeout(
      () => actions.forEach((action) => around.addEventListener(action, report)),
      NOTICED_MS,
    );
    return () => {
      clearTimeout(timer);
      actions.forEach((action) => around.removeEventListener(action, report));
    };
  }, [id, buildingId, newest]);
  return shown;
}
