import { describe, expect, it } from 'vitest';
import { type PressState, reduce } from '../send/press-state.js';
import type { PressEffect, PressEvent } from '../send/press.js';

export type Row = [name: string, PressState, PressEvent, next: PressState, effects: PressEffect[]];

/** Declares a test for each row: the state and the event lead to the next state and its effects. */
export function table(name: string, rows: Row[]): void {
  describe(name, () => {
    it.each(rows)('%s', (_, state, event, next, effects) => {
      expect(reduce(state, event)).toEqual({ state: next, effects });
    });
  });
}
