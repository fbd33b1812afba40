import type { Scheduler } from './scheduler.js';

const NOTHING = (): undefined => undefined;
const EMITTER = { addEventListener: NOTHING, removeEventListener: NOTHING };
const REAL = {
  ...{ setTimeout, clearTimeout, setInterval, clearInterval },
  performanceNow: performance.now.bind(performance),
  dateNow: Date.now,
  random: Math.random,
};

const ABORTED = new DOMException('This operation was aborted', 'AbortError');

/** Aborts with the same exception each time: a new one, with its stack, takes longer than a step. */
class FastAbortController extends AbortController {
  override abort(reason: unknown = ABORTED): void {
    super.abort(reason);
  }
}

let current: Scheduler | undefined;
let isInstalled = false;

/**
 * Runs `work` with the timers and clocks of a scheduler. One runs at a time. Random numbers, with
 * which tabs spread their requests, are always the same.
 * @param hasStacks whether errors get their stacks, which takes time
 */
export async function inVirtualTime<T>(
  scheduler: Scheduler,
  work: () => Promise<T>,
  hasStacks = true,
): Promise<T> {
  install();
  const { stackTraceLimit } = Error;
  if (!hasStacks) Error.stackTraceLimit = 0;
  current = scheduler;
  try {
    return await work();
  } finally {
    current = undefined;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * Replaces timers and clocks by some that ask the scheduler, if there is one, and adds the globals that
 * the browser's modules touch when they are loaded. Jest keeps every replacement of a global until the
 * file has ended, and with it all that it refers to, so this happens once.
 */
export function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  const timer = (run: () => void, ms = 0, everyMs?: number): object => {
    const id = current?.setTimer(run, ms, everyMs);
    return { virtual: id, unref: NOTHING };
  };
  const clear = (given: unknown, real: (given: never) => void): void => {
    const { virtual } = (given ?? {}) as { virtual?: number };
    if (virtual === undefined) real(given as never);
    else current?.clearTimer(virtual);
  };
  const globals: [object, string, unknown][] = [
    [globalThis, 'AbortController', FastAbortController],
    [globalThis, 'window', EMITTER],
    [globalThis, 'document', { ...EMITTER, visibilityState: 'visible' }],
    [
      globalThis,
      'setTimeout',
      (run: () => void, ms?: number) => (current ? timer(run, ms) : REAL.setTimeout(run, ms)),
    ],
    [
      globalThis,
      'setInterval',
      (run: () => void, ms: number) => (current ? timer(run, ms, ms) : REAL.setInterval(run, ms)),
    ],
    [globalThis, 'clearTimeout', (given: unknown) => clear(given, REAL.clearTimeout)],
    [globalThis, 'clearInterval', (given: unknown) => clear(given, REAL.clearInterval)],
    [performance, 'now', () => current?.nowMs ?? REAL.performanceNow()],
    [Date, 'now', () => (current ? current.wallMs + current.nowMs : REAL.dateNow())],
    [Math, 'random', () => (current ? 0.5 : REAL.random())],
  ];
  for (const [target, name, value] of globals) {
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}
