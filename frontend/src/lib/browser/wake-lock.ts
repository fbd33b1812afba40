/**
 * Keeps the screen on. A hidden page loses the lock, so it is requested again when the page is
 * shown.
 * @returns a function that releases the lock
 */
export function keepScreenOn(): () => void {
  const { wakeLock } = navigator as Partial<Navigator>;
  if (!wakeLock) return () => undefined;
  let isWanted = true;
  let held: WakeLockSentinel | undefined;
  const hold = async () => {
    if (document.visibilityState !== 'visible' || (held && !held.released)) return;
    try {
      held = await wakeLock.request('screen');
      if (!isWanted) await held.release();
    } catch {
      // The browser refuses when the battery is low, or when the page was hidden meanwhile.
    }
  };
  const look = () => void hold();
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', look);
    held?.release().catch(() => undefined);
  };
}
