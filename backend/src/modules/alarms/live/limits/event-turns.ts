type Task = () => void;

/**
 * Spreads the handling of events over the turns of Node's event loop. One read of a socket may hold
 * hundreds of events; handled in one turn they would delay all other users. While events wait, each
 * turn handles one, and users are served in rotation.
 */
export class EventTurns {
  /** The waiting events by user, in the order in which the users are served. */
  private readonly waiting = new Map<string, Task[]>();
  private isBusy = false;

  run(userId: string, task: Task): void {
    if (this.isBusy) {
      const tasks = this.waiting.get(userId);
      if (tasks) tasks.push(task);
      else this.waiting.set(userId, [task]);
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
    const [userId, tasks] = first;
    const task = tasks.shift();
    this.waiting.delete(userId);
    if (tasks.length > 0) this.waiting.set(userId, tasks);
    setImmediate(() => this.next());
    task?.();
  }
}
