import { useEffect } from 'react';
import { signFavicon } from '../../../lib/browser/favicon.js';
import { keepScreenOn } from '../../../lib/browser/wake-lock.js';
import { vibrate } from '../../../lib/browser/vibration.js';
import { siren } from '../model/alarm-rules.js';
import type { Alarms } from '../ongoing/use-alarms.js';

/** Sets the signals besides sound and title: favicon, badge, vibration and a screen kept on. */
export function useSignals({ active, open, here, nowMs }: Alarms): void {
  const count = active.length;
  const isOpen = open.length > 0;
  const ringing = siren(active, here, nowMs);
  const isExercise = ringing?.exercise;

  useEffect(() => {
    signFavicon('alarm', count > 0);
    badge(count);
    return () => {
      signFavicon('alarm', false);
      badge(0);
    };
  }, [count]);
  useEffect(() => (isOpen ? keepScreenOn() : undefined), [isOpen]);
  useEffect(
    () => (isExercise === undefined ? undefined : vibrate(isExercise ? 1 : Infinity)),
    [ringing?.id, isExercise],
  );
}

/** Sets the badge on the installed app's icon. Some browsers have no badge, and some refuse it. */
function badge(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
  const setting = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  setting?.catch(() => undefined);
}
