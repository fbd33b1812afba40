/**
 * One tab of this browser sounds at a time: two sirens out of step would hide the pattern that says
 * what is going on.
 */

import { holdTabLock } from '../browser/tab-lock.js';

const NAME = 'resq-sound';
/** A frozen tab may hold the lock and be silent: whoever waits for it asks, and then sounds as well. */
const PATIENCE_MS = 2_000;
type News = 'who sounds?' | 'I do';

// Either may be missing, over plain HTTP the locks always: then every tab sounds, never none.
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME);
let soundsHere = (): boolean => false;
let heardOther = false;

channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
  if (data === 'I do') heardOther = true;
  else if (soundsHere()) tell('I do');
});

/** @param sounds whether what is to be heard can be heard from this tab */
export function answerForSound(sounds: () => boolean): void {
  soundsHere = sounds;
}

/** This tab's place in the queue. Only a tab that may sound takes one: another would keep all silent. */
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

  /** Leaves the queue, or gives the turn to the next tab. */
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
  heardOther = false;
  tell('who sounds?');
  const timer = setInterval(() => {
    if (!hasBegun() && !heardOther) begin();
    if (hasBegun()) return clearInterval(timer);
    heardOther = false;
    tell('who sounds?');
  }, PATIENCE_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

function tell(news: News): void {
  channel?.postMessage(news);
}
