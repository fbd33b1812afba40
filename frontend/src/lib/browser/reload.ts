import { useEffect } from 'react';
import { create } from 'zustand';

/** Counts the parts of the page that forbid a reload now. */
const useHolds = create<{ count: number }>(() => ({ count: 0 }));

/** Forbids a reload while `isHeld`: it would cut off an alarm, or a message that is being sent. */
export function useHoldReload(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    useHolds.setState(({ count }) => ({ count: count + 1 }));
    return () => useHolds.setState(({ count }) => ({ count: count - 1 }));
  }, [isHeld]);
}

export const mayReload = (): boolean => useHolds.getState().count === 0;
export const useMayReload = (): boolean => useHolds(({ count }) => count === 0);
