interface Pace {
  /** The wait of the first request, which collects those that come with it. */
  soonMs: number;
  /** The shortest time from one beginning of the task to the next. */
  everyMs: number;
}

/**
 * Runs a task for requests that come in crowds: soon after the first one, never twice at once, and
 * again after a run for the requests that came during it.
 */
export class PacedTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isRequested = false;
  private beganMs = -Infinity;

  /** @param task must not reject */
  constructor(
    private readonly task: () => Promise<void>,
    private readonly pace: Pace,
  ) {}

  request(): void {
    if (this.running) this.isRequested = true;
    else this.timer ??= setTimeout(() => this.run(), this.waitMs());
  }

  /** Resolves when the task no longer runs. A request that still waits is dropped. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.running;
    clearTimeout(this.timer);
  }

  private waitMs(): number {
    const { soonMs, everyMs } = this.pace;
    return Math.max(soonMs, this.beganMs + everyMs - performance.now());
  }

  private run(): void {
    this.timer = undefined;
    this.beganMs = performance.now();
    this.running = this.task().finally(() => {
      this.running = undefined;
      if (this.isRequested) this.request();
      this.isRequested = false;
    });
  }
}
