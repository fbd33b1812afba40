import { useEffect, useRef, useState } from 'react';

const STILL_MS = 1_000;

/**
 * Delays changes of a value until the pointer has been still for a second, so that nothing moves
 * under it.
 * @returns the value to show, and the handlers for the element that shows it
 */
export function useStillUnderPointer<T>(value: T) {
  const [shown, show] = useState(value);
  const movedAtMs = useRef(-Infinity);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const waitMs = movedAtMs.current + STILL_MS - performance.now();
      if (waitMs <= 0) show(value);
      else timer = setTimeout(look, waitMs);
    };
    look();
    return () => clearTimeout(timer);
  }, [value]);

  const recordMove = () => {
    movedAtMs.current = performance.now();
  };
  return { shown, pointer: { onPointerMove: recordMove, onPointerDown: recordMove } };
}
