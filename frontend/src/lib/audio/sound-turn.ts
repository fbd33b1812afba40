import { holdTabLock } from '../browser/tab-lock.js';

/**
 * Only one tab of this browser sounds at a time: two sirens out of step would hide the pattern that
 * identifies the type of the alarm.
 */

const NAME = 'resq-sound';
/**
 * A frozen tab may hold the lock without a sound. After this time without its answer, this tab
 * sounds too.
 */
const PATIENCE_MS = 2_000;
type Message = 'who sounds?' | 'I do';

// Without a channel or locks (plain HTTP) all tabs sound.
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME);
let soundsHere = (): boolean => false;
let otherSounds = false;

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data === 'I do') otherSounds = true;
  else if (soundsHere()) post('I do');
});

/** @param sounds whether this tab plays what should sound now */
export function answerForSound(sounds: () => boolean): void {
  soundsHere = sounds;
}

/** This tab's place in the queue. Only a tab that may sound takes one, or it would block others. */
export class SoundTurn {
  isMine = false;
  private left: AbortController | undefined;

  /** @param begin called once, when it is this tab's turn; not again while it has its place */
  take(begin: () => unknown): void {
    if (this.left) return;
    const left = (this.left = new AbortController());
    queue(left.signal, () => {
      this.isMine = true;
      begin();
    });
  }

  /** Leaves the queue, or passes the turn to the next tab. */
  leave(): void {
    this.isMine = false;
    this.left?.abort();
    this.left = undefined;
  }
}

function queue(signal: AbortSignal, begin: () => void): void {
  let hasBegun = false;
  const beginOnce = () => {
    if (hasBegun || signal.aborted) return;
    hasBegun = true;
    begin();
  };
  holdTabLock(NAME, signal, beginOnce);
  if (channel && !hasBegun) listenForSilence(signal, () => hasBegun, beginOnce);
}

function listenForSilence(signal: AbortSignal, hasBegun: () => boolean, begin: () => void): void {
  otherSounds = false;
  post('who sounds?');
  const timer = setInterval(() => {
    if (!hasBegun() && !otherSounds) begin();
    if (hasBegun()) return clearInterval(timer);
    otherSounds = false;
    post('who sounds?');
  }, PATIENCE_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

function post(message: Message): void {
  channel?.postMessage(message);
}
