import type { Setting } from './harness/script.js';

const press = (tab: number, type: 'fire' | 'medical' | 'other', noteBytes?: number) =>
  ({ do: 'press', tab, type, ...(noteBytes !== undefined && { noteBytes }) }) as const;
const world = (script: Setting['script'], choices: number[] = []): Setting => ({
  nodes: 2,
  tabs: 3,
  script,
  choices,
});

/** The shortest schedules of faults that the simulation has found or would have found, by promise. */
export const KNOWN_SCHEDULES: [promise: string, setting: Setting][] = [
  [
    'a press after a restore is shown, although its seq was used before',
    world([
      press(0, 'fire'),
      press(1, 'medical'),
      { do: 'restore', kind: 'foreign', commits: 1 },
      press(0, 'other'),
    ]),
  ],
  [
    'presses are shown that bring a disk of an earlier moment back to the same head',
    world([
      press(0, 'fire'),
      press(1, 'fire'),
      { do: 'restore', kind: 'disk', commits: 2 },
      press(0, 'fire'),
      press(1, 'fire'),
    ]),
  ],
  [
    'a tab keeps an alarm when it moves to a node that does not know of it yet',
    world([
      { do: 'signals', mode: 'lost' },
      press(0, 'fire'),
      { do: 'leave', node: 1 },
      { do: 'wait', ms: 300 },
    ]),
  ],
  [
    'a tab with a slow network stays connected, however large the active alarms are together',
    world([
      press(0, 'fire', 40_000),
      press(0, 'medical', 40_000),
      press(0, 'other', 40_000),
      { do: 'cut', tab: 1 },
    ]),
  ],
  [
    'a press at a node that shuts down is not reported as "not sent" while another one is ready',
    world([{ do: 'leave', node: 1 }, press(0, 'fire'), press(2, 'medical')]),
  ],
];
