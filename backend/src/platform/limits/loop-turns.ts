type Task = () => void;

/**
 * Spreads tasks over the turns of Node's event loop. One read of a socket may hold hundreds of events,
 * and one turn may read hundreds of sockets; handled in one turn they would delay all other users.
 * While tasks wait, each turn runs one, and callers are served in rotation.
 */
export class LoopTurns {
  /** The waiting tasks by caller, in the order in which the callers are served. */
  private readonly waiting = new Map<string, Task[]>();
  private isBusy = false;

  /** The number of callers whose tasks wait; a flood of one caller counts once. */
  get waitingCallers(): number {
    return this.waiting.size;
  }

  /** @param caller the id of a user, or the network of an anonymous caller */
  run(caller: string, task: Task): void {
    if (this.isBusy) {
      const tasks = this.waiting.get(caller);
      if (tasks) tasks.push(task);
      else this.waiting.set(caller, [task]);
      return;
    }
    this.isBusy = true;
    setImmediate(() => this.next());
    task();
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
    if (tasks.length > 0) this.waiting.set(caller, tasks);
    setImmediate(() => this.next());
    task?.();
  }
}
