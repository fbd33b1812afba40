/** Each tab that is told reads `GET /auth/me`. A hundred a second leave room for everything else. */
const PER_TAB_MS = 10;

interface Tab {
  emit(event: 'me:changed'): unknown;
}

/**
 * Tells the tabs of whole buildings, one after the other, that there is news for their users. A tab that
 * waits is told once, however often its building has news, so nobody can make the others wait for long.
 */
export class PacedReloads {
  private readonly waiting = new Set<Tab>();
  private timer: NodeJS.Timeout | undefined;

  add(tabs: readonly Tab[]): void {
    for (const tab of tabs) this.waiting.add(tab);
    this.timer ??= setInterval(() => this.notifyNext(), PER_TAB_MS).unref();
  }

  private notifyNext(): void {
    const [next] = this.waiting;
    if (!next) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    this.waiting.delete(next);
    next.emit('me:changed');
  }
}
