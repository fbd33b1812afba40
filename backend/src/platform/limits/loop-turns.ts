type Task = () => void;

/** Slows a caller of whom more than `tasks` wait: it gets one turn in `everyMs` until they are fewer. */
export interface Flood {
  tasks: number;
  everyMs: number;
}

/**
 * Spreads tasks over the turns of Node's event loop. One read of a socket may hold hundreds of events,
 * and one turn may read hundreds of sockets; handled in one turn they would delay all other users.
 * While tasks wait, each turn runs one, and callers are served in rotation.
 */
export class LoopTurns {
  /** The waiting tasks by caller, in the order in which the callers are served. */
  private readonly waiting = new Map<string, Task[]>();
  /** The tasks of callers that flood this node, who are not served for the moment. */
  private readonly slowed = new Map<string, Task[]>();
  private isBusy = false;

  /** @param flood without it every caller is served as often, which suits a caller of many people */
  constructor(private readonly flood?: Flood) {}

  /** The number of callers whose tasks wait; a flood of one caller counts once. */
  get waitingCallers(): number {
    return this.waiting.size + this.slowed.size;
  }

  /** @param caller the id of a user, or the network of an anonymous caller */
  run(caller: string, task: Task): void {
    const tasks = this.slowed.get(caller) ?? this.waiting.get(caller);
    if (tasks) return void tasks.push(task);
    if (this.isBusy) return void this.waiting.set(caller, [task]);
    this.begin();
    task();
  }

  private begin(): void {
    this.isBusy = true;
    setImmediate(() => this.next());
  }

  private next(): void {
    const [first] = this.waiting;
    if (!first) {
      this.isBusy = false;
      return;
    }
    const [caller, tasks] = first;
    const task = tasks.shift();
    this.waiting.delete(caller);
    if (tasks.length > 0) this.keep(caller, tasks);
    setImmediate(() => this.next());
    task?.();
  }

  private keep(caller: string, tasks: Task[]): void {
    if (!this.flood || tasks.length <= this.flood.tasks) {
      this.waiting.set(caller, tasks);
      return;
    }
    this.slowed.set(caller, tasks);
    setTimeout(() => {
      this.slowed.delete(caller);
      this.waiting.set(caller, tasks);
      if (!this.isBusy) this.begin();
    }, this.flood.everyMs);
  }
}
