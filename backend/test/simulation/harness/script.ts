import type { Restore } from './memory-server.js';
import type { SignalMode } from './network.js';

/** One thing that people, the network or an operator do to a world. */
export type Command =
  | { do: 'press'; tab: number; type: 'fire' | 'medical' | 'other'; noteBytes?: number }
  | { do: 'end'; press: number }
  | { do: 'restore'; kind: Restore; commits: number }
  | { do: 'kill' | 'leave'; node: number }
  | { do: 'cut' | 'half-open' | 'reload'; tab: number }
  | { do: 'signals'; mode: SignalMode }
  | { do: 'database'; isAway: boolean }
  | { do: 'clock'; byMs: number }
  | { do: 'wait'; ms: number };

export interface Setting {
  nodes: number;
  tabs: number;
  script: Command[];
  /**
   * With "statements", a schedule orders statements and commands; messages and signals arrive at once.
   * Default: it orders them as well.
   */
  grain?: 'statements';
  /**
   * At each step the number of the next thing to happen, among all that may: the tasks, the oldest
   * first, and after them the next command. When they are used up, the oldest task happens.
   */
  choices: number[];
}
