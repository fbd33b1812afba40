import { withoutIds } from './state-text.js';

/** One thing that may happen next: a message that arrives, or a statement that runs. */
export interface Task {
  /** The process that gets it as an input; the task is dropped when that process dies. */
  owner: string;
  /** Tasks of one lane happen in their order, as on a TCP connection. */
  lane?: string;
  isStatement?: boolean;
  /** Says what happens, with all data; only a traced run and an exploration call it. */
  label: () => string;
  run: () => void;
}

interface Timer {
  id: number;
  dueMs: number;
  everyMs?: number;
  run: () => void;
}

const immediately = setImmediate;

/** Holds everything that may happen, so that a schedule decides the order. Its time is virtual. */
export class Scheduler {
  nowMs = 0;
  /** The difference between `Date.now()` and the monotonic clock; a step of the clock changes it. */
  wallMs = Date.UTC(2026, 0, 1);
  private tasks: Task[] = [];
  private timers: Timer[] = [];
  /** The texts of the tasks, which an exploration reads before each step. */
  private readonly texts = new WeakMap<Task, string>();
  private readonly dead = new Set<string>();
  private lastId = 0;

  post(task: Task): void {
    if (!this.dead.has(task.owner)) this.tasks.push(task);
  }

  /** Runs `work` when the schedule chooses it. @returns a promise that a dead owner never gets */
  later<T>(task: Omit<Task, 'run'>, work: () => T): Promise<T> {
    return new Promise((resolve) => {
      const run = (): void => resolve(new Promise<T>((done) => done(work())));
      this.post({ ...task, run });
    });
  }

  /** @returns the tasks that may happen now, the oldest first */
  enabled(): Task[] {
    const lanes = new Set<string>();
    return this.tasks.filter(({ lane }) => {
      if (lane === undefined) return true;
      if (lanes.has(lane)) return false;
      lanes.add(lane);
      return true;
    });
  }

  async perform(task: Task): Promise<void> {
    this.tasks.splice(this.tasks.indexOf(task), 1);
    task.run();
    // A tick runs when no promise can go on. Unlike an immediate, it costs no turn of the event loop.
    await new Promise<void>((settled) => process.nextTick(settled));
  }

  /** Lets time pass while everything that is on its way stays on its way. */
  async wait(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    for (let next = this.next(untilMs); next; next = this.next(untilMs)) await this.fire(next);
    this.nowMs = untilMs;
  }

  kill(owner: string): void {
    this.dead.add(owner);
    this.drop((task) => task.owner === owner);
  }

  drop(isDropped: (task: Task) => boolean): void {
    this.tasks = this.tasks.filter((task) => !isDropped(task));
  }

  /**
   * @param inOrder whether the order in which tasks were posted counts; that of each lane does anyway
   * @returns what is on its way, and when the timers run
   */
  stateText(inOrder: boolean): string {
    const places = new Map<string, number>();
    const tasks = this.tasks.map((task) => {
      const place = (places.get(task.lane ?? '') ?? 0) + 1;
      if (task.lane !== undefined) places.set(task.lane, place);
      return `${place} ${this.textOf(task)}`;
    });
    const timers = this.timers.map(({ dueMs, everyMs }) => `${dueMs} ${everyMs}`);
    return [...(inOrder ? tasks : tasks.sort()), ...timers.sort()].join('\n');
  }

  /** @returns a task's process and label */
  textOf(task: Task): string {
    const text = this.texts.get(task) ?? withoutIds(`${task.owner} ${task.label()}`);
    this.texts.set(task, text);
    return text;
  }

  every(everyMs: number, run: () => void): () => void {
    const id = this.setTimer(run, everyMs, everyMs);
    return () => this.clearTimer(id);
  }

  setTimer(run: () => void, ms: number, everyMs?: number): number {
    this.lastId += 1;
    const dueMs = this.nowMs + Math.max(0, ms);
    this.timers.push({ id: this.lastId, dueMs, run, ...(everyMs !== undefined && { everyMs }) });
    return this.lastId;
  }

  clearTimer(id: number): void {
    this.timers = this.timers.filter((timer) => timer.id !== id);
  }

  /** Resolves when no promise can go on without a task or a timer, and no timer is half done. */
  private settle(): Promise<void> {
    return new Promise((settled) => immediately(settled));
  }

  private next(untilMs: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers) if (!first || timer.dueMs < first.dueMs) first = timer;
    return first && first.dueMs <= untilMs ? first : undefined;
  }

  private async fire(timer: Timer): Promise<void> {
    this.nowMs = Math.max(this.nowMs, timer.dueMs);
    if (timer.everyMs === undefined) this.clearTimer(timer.id);
    else timer.dueMs += timer.everyMs;
    timer.run();
    await this.settle();
    // A timeout rejects only after what has arrived is read.
    await this.settle();
  }
}
