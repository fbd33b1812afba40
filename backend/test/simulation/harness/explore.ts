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

interface Options {
  /** The number of times that a task other than the oldest may run first. Default: any number. */
  deviations?: number;
  /**
   * Runs on behind known states, and compares what follows them: when it differs, the name of a state
   * does not tell all about it.
   */
  isCompared?: boolean;
}

/**
 * Runs every schedule of a world, within a bound. A run ends at a known state, because all that can
 * follow is explored from there.
 * @throws when two states with the same name went on differently
 */
export async function explore(
  setting: Omit<Setting, 'choices'>,
  modules: TabModules[],
  { deviations = Infinity, isCompared = false }: Options = {},
): Promise<Explored> {
  /** By state, the largest number of deviations that were left there. */
  const known = new Map<string, number>();
  const followed = new Map<string, string>();
  const waiting: { choices: number[]; used: number }[] = [{ choices: [], used: 0 }];
  let schedules = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { choices, used } = next;
    const left = deviations - used;
    const names: string[] = [];
    let newStates = 0;
    const goesOn = (name: string): boolean => {
      const isNew = newStates === names.length && (known.get(name) ?? -1) < left;
      names.push(name);
      if (isNew) {
        known.set(name, left);
        newStates += 1;
      }
      return isNew || isCompared;
    };
    const world = { ...setting, choices };
    // With a bound, it matters which task is the oldest.
    const inOrder = deviations !== Infinity;
    const { breaches, steps } = await runWorld(world, modules, { goesOn, inOrder });
    schedules += 1;
    if (breaches.length > 0) {
      const { trace } = await runWorld(world, modules, { isTraced: true });
      const failure = { choices, breaches, trace };
      return { schedules, states: known.size, isComplete: false, failure };
    }
    const free = steps.slice(choices.length);
    if (isCompared) {
      free.forEach(({ what, tasks }, n) => {
        follow(names[n] ?? '', tasks);
        follow(`${names[n]} ${what}`, names[n + 1] ?? '');
      });
    }
    if (left === 0) continue;
    free.slice(0, newStates).forEach(({ options }, n) => {
      const before = [...choices, ...Array<number>(n).fill(0)];
      for (let other = 1; other < options; other += 1) {
        waiting.push({ choices: [...before, other], used: used + 1 });
      }
    });
  }
  return { schedules, states: known.size, isComplete: true };

  function follow(what: string, by: string): void {
    const before = followed.get(what) ?? by;
    if (before !== by) throw new Error(`${what} is followed by ${before}, and now by ${by}`);
    followed.set(what, by);
  }
}
