import { uuid } from '../browser/ids.js';
import { holdTabLock } from '../browser/tab-lock.js';

/**
 * Only one tab of this browser sounds at a time: two sirens out of step would hide the pattern that
 * identifies the type of the alarm.
 */

const NAME = 'resq-sound';
/**
 * A frozen tab may hold the lock without a sound. After this time without another tab's report,
 * this tab sounds too.
 */
const PATIENCE_MS = 2_000;
const QUESTION = 'who sounds?';

/** Carries questions, and reports of tabs that sound: a report is the tab's rank. */
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('resq-sounding');
const tabId = uuid();

interface Sound {
  begin: () => unknown;
  /** Stops it, because another tab sounds. */
  yieldTo: () => void;
  /** True while this tab plays what should sound now. */
  isPlaying: () => boolean;
}

/** This tab's place in the queue. Only a tab that may sound takes one, or it would block others. */
export class SoundTurn {
  isMine = false;
  private hasLock = false;
  private otherSounds = false;
  private left: AbortController | undefined;

  constructor(private readonly sound: Sound) {
    channel?.addEventListener('message', ({ data }: MessageEvent<string>) => this.receive(data));
  }

  /** Begins when it is this tab's turn, but not again while it has its place. */
  take(): void {
    if (this.left) return;
    const { signal } = (this.left = new AbortController());
    this.otherSounds = false;
    holdTabLock(NAME, signal, () => {
      this.hasLock = true;
      this.begin();
    });
    if (channel) this.listenForSilence(signal);
  }

  /** Leaves the queue, or passes the turn to the next tab. */
  leave(): void {
    this.isMine = this.hasLock = false;
    this.left?.abort();
    this.left = undefined;
  }

  /**
   * Tells the waiting tabs that this one plays. Call it when the sound has started: they may have
   * asked before.
   */
  report(): void {
    // The rank decides which one goes on when two tabs sound: the tab with the lock comes first.
    channel?.postMessage(this.rank);
  }

  private get rank(): string {
    return `${this.hasLock ? 0 : 1} ${tabId}`;
  }

  private begin(): void {
    if (this.isMine) return;
    this.isMine = true;
    this.sound.begin();
  }

  private listenForSilence(signal: AbortSignal): void {
    channel?.postMessage(QUESTION);
    const timer = setInterval(() => {
      if (!this.otherSounds) this.begin();
      this.otherSounds = false;
      if (!this.isMine) channel?.postMessage(QUESTION);
    }, PATIENCE_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
  }

  private receive(message: string): void {
    const isReport = message !== QUESTION;
    if (isReport) this.otherSounds = true;
    if (isReport && this.isMine && message < this.rank) {
      this.isMine = false;
      this.sound.yieldTo();
    } else if (this.isMine && this.sound.isPlaying()) this.report();
  }
}
