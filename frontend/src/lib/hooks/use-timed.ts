import { useCallback, useEffect, useRef, useState } from 'react';

/** Holds a value that disappears after `shownMs`. Showing it again restarts the time. */
export function useTimed<T>(shownMs: number) {
  const [value, setValue] = useState<T>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const setForAWhile = useCallback(
    (next: T | undefined) => {
      clearTimeout(timer.current);
      setValue(next);
      if (next !== undefined) timer.current = setTimeout(() => setValue(undefined), shownMs);
    },
    [shownMs],
  );

  useEffect(() => () => clearTimeout(timer.current), []);

  return [value, setForAWhile] as const;
}
