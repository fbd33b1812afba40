import type { Setting } from './script.js';
import type { TabModules } from './tab-modules.js';
import { runWorld } from './world.js';

export interface Explored {
  schedules: number;
  states: number;
  /** True when no schedule within the bound is left. */
  isComplete: boolean;
  failure?: { choices: number[]; breaches: string[]; trace: string[] };
}

interface Limits {
  /** The number of times that a task other than the oldest may run first. Default: any number. */
  deviations?: number;
  /** Schedules to run at most. Default: any number. */
  schedules?: number;
}

/**
 * Runs every schedule of a world, within a bound. A schedule that reaches a known state is not
 * followed further, because all that can follow is explored from there.
 */
export async function explore(
  setting: Omit<Setting, 'choices'>,
  modules: TabModules[],
  { deviations = Infinity, schedules: most = Infinity }: Limits,
): Promise<Explored> {
  /** By state, the largest number of deviations that were left there. */
  const known = new Map<string, number>();
  const waiting: { choices: number[]; used: number }[] = [{ choices: [], used: 0 }];
  let schedules = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (schedules === most) return { schedules, states: known.size, isComplete: false };
    const { choices, used } = next;
    const { breaches, options, states, trace } = await runWorld(
      { ...setting, choices },
      modules,
      true,
    );
    schedules += 1;
    if (breaches.length > 0) {
      const failure = { choices, breaches, trace };
      return { schedules, states: known.size, isComplete: false, failure };
    }
    const left = deviations - used;
    for (let at = choices.length; at < options.length; at += 1) {
      const state = states[at] ?? '';
      if ((known.get(state) ?? -1) >= left) break;
      known.set(state, left);
      if (left === 0) continue;
      const before = [...choices, ...Array<number>(at - choices.length).fill(0)];
      for (let other = 1; other < (options[at] ?? 0); other += 1) {
        waiting.push({ choices: [...before, other], used: used + 1 });
      }
    }
  }
  return { schedules, states: known.size, isComplete: true };
}
