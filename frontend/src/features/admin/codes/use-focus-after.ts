import type { AccessCode } from '@contract/http';
import { type RefObject, useEffect, useRef } from 'react';

export const copyButtonId = (id: string) => `copy-${id}`;
export const removeButtonId = (id: string) => `remove-${id}`;

const focus = (id: string) => document.getElementById(id)?.focus();

/** Focuses the copy button of a new code, the usual next step: once, not after each search. */
export function useFocusOnNew(shown: AccessCode[], freshId: string | undefined) {
  const done = useRef<string>(undefined);
  const seen = shown.some(({ id }) => id === freshId);
  useEffect(() => {
    if (!freshId || !seen || done.current === freshId) return;
    done.current = freshId;
    focus(copyButtonId(freshId));
  }, [freshId, seen]);
}

/** Moves the focus from a removed row to its neighbour, or to `otherwise` if no row is left. */
export function useFocusAfterRemoval(
  codes: AccessCode[] | undefined,
  otherwise: RefObject<HTMLElement | null>,
) {
  const going = useRef<{ id: string; neighbour?: string }>(undefined);

  useEffect(() => {
    const one = going.current;
    if (!one || codes?.some(({ id }) => id === one.id)) return;
    going.current = undefined;
    if (document.activeElement !== document.body) return;
    if (one.neighbour) focus(removeButtonId(one.neighbour));
    else otherwise.current?.focus();
  }, [codes, otherwise]);

  /** @param shown the rows in their order on the screen */
  return (id: string, shown: AccessCode[]) => {
    const at = shown.findIndex((one) => one.id === id);
    going.current = { id, neighbour: (shown[at + 1] ?? shown[at - 1])?.id };
  };
}
