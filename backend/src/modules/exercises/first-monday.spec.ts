import { createHash } from 'node:crypto';
import { ClaimedJobs } from '../../platform/jobs/claimed-jobs.js';
import type { Job } from '../../platform/jobs/outbox.js';
import { createLogger } from '../../platform/logging.js';
import { startOf } from './exercise-rules.js';

/**
 * Simulates the minute that ten thousand buildings have chosen for their exercise: the real spread and the
 * real claims of each worker, on a stepped clock, with an outbox in memory.
 */

const BUILDINGS = 10_000;
const AT = new Date('2026-12-07T14:00:00.000Z');
const MINUTE_MS = 60_000;
const SWEEP_MS = 500;
/** A start took 7 ms of a node on two slow cores; the bench measures it (`first-monday`). */
const START_MS = 8;

/** The same ids in every run, spread as random ones are. */
const IDS = Array.from({ length: BUILDINGS }, (_, n) =>
  createHash('sha256').update(String(n)).digest('hex'),
);

/** Time that passes only between the events of the simulation. */
class SteppedTime {
  /** Milliseconds since the minute. */
  nowMs = 0;
  private readonly waiting: { atMs: number; run: () => void }[] = [];

  in(ms: number): Date {
    return new Date(AT.getTime() + this.nowMs + ms);
  }

  after(ms: number, run: () => void): void {
    const atMs = this.nowMs + ms;
    const place = this.waiting.findLastIndex((one) => one.atMs <= atMs);
    this.waiting.splice(place + 1, 0, { atMs, run });
  }

  async pass(untilMs: number): Promise<void> {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      if (next.atMs > untilMs) return;
      this.nowMs = next.atMs;
      next.run();
      // Its promises run before the next event.
      await new Promise(setImmediate);
    }
  }
}

interface Minute {
  /** When each exercise has begun, in milliseconds after the minute. */
  begun: Map<string, number>;
  /** The starts that found their exercise begun: its alarm has its id, so they are the same press. */
  repeated: number;
  /** The most starts that one worker had under way at once. */
  mostAtOnce: number;
}

/** Runs the minute with this many workers; `killedMs` kills the first one, with all that it has claimed. */
async function minuteOf(workers: number, killedMs = Infinity): Promise<Minute> {
  const time = new SteppedTime();
  const rows = IDS.map((id) => ({
    id,
    dueMs: startOf({ id, at: AT }).getTime(),
    isDone: false,
  })).sort((a, b) => a.dueMs - b.dueMs);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const minute: Minute = { begun: new Map(), repeated: 0, mostAtOnce: 0 };
  const outbox = {
    claim: (_names: string[], limit: number, forMs: number) => {
      const nowMs = time.in(0).getTime();
      const claimed = rows.filter((row) => !row.isDone && row.dueMs <= nowMs).slice(0, limit);
      for (const row of claimed) row.dueMs = nowMs + forMs;
      return Promise.resolve(claimed.map(({ id }) => ({ id }) as Job));
    },
  };
  for (let n = 0; n < workers; n += 1) {
    const isKilled = () => n === 0 && time.nowMs >= killedMs;
    const jobs = new ClaimedJobs(createLogger('silent'), outbox as never);
    let atOnce = 0;
    const perform = async ({ id }: Job) => {
      atOnce += 1;
      minute.mostAtOnce = Math.max(minute.mostAtOnce, atOnce);
      await new Promise<void>((done) => time.after(START_MS, () => isKilled() || done()));
      atOnce -= 1;
      if (minute.begun.has(id)) minute.repeated += 1;
      else minute.begun.set(id, time.nowMs);
    };
    const finish = (done: Job[]) => {
      for (const { id } of done) byId.get(id)!.isDone = true;
      return Promise.resolve();
    };
    const sweep = () => {
      if (isKilled()) return;
      jobs.run(['exercise.start'], { perform, finish });
      time.after(SWEEP_MS, sweep);
    };
    sweep();
  }
  await time.pass(2 * MINUTE_MS);
  return minute;
}

it('spreads the starts of one minute evenly over 45 seconds, and keeps the minute', () => {
  const perSecond = new Array<number>(45).fill(0);
  for (const id of IDS) {
    const afterMs = startOf({ id, at: AT }).getTime() - AT.getTime();
    perSecond[Math.floor(afterMs / 1_000)]! += 1;
  }
  expect(perSecond).toHaveLength(45);
  // Ten thousand draws of 45 seconds are 222 each; five standard deviations are 74.
  expect(Math.min(...perSecond)).toBeGreaterThan(148);
  expect(Math.max(...perSecond)).toBeLessThan(296);
});

it.each([1, 2])(
  'lets ten thousand exercises begin within the minute, each once, on %i workers',
  async (workers) => {
    const { begun, repeated, mostAtOnce } = await minuteOf(workers);
    expect([begun.size, repeated]).toEqual([BUILDINGS, 0]);
    expect(Math.max(...begun.values())).toBeLessThanOrEqual(MINUTE_MS);
    // A press in any building waits behind as many at most.
    expect(mostAtOnce).toBe(2);
  },
);

it('lets all begin within the minute when one of two workers is killed in the middle', async () => {
  const { begun, repeated } = await minuteOf(2, 20_000);
  expect(begun.size).toBe(BUILDINGS);
  // Another worker repeats what the killed one has not recorded, which is one claim.
  expect(repeated).toBeLessThanOrEqual(40);
  expect(Math.max(...begun.values())).toBeLessThanOrEqual(MINUTE_MS);
});
