import { vi } from 'vitest';
import { recognizeClip } from './recognize-clip.js';

const refused = (name: string) => Object.assign(new Error(name), { name });

/** Clips by their address. The player keeps its addresses for as long as its module lives. */
const known = new Map<string, string>();

/** The element outlives the tests of a file. */
const sources = new WeakMap<HTMLMediaElement, string>();

const audible = (address: string): string[] =>
  [known.get(address) ?? ''].filter((clip) => !['', 'silence'].includes(clip));

/** A blob whose parts can be read at once. */
class OpenBlob extends Blob {
  constructor(
    readonly parts: BlobPart[] = [],
    options?: BlobPropertyBag,
  ) {
    super(parts, options);
  }
}

/** The page's audio element, and the sounds that a person would hear from it. */
export class Speaker {
  /** False while the browser refuses sound, as before the first press. */
  unlocked = false;
  /** True when the element cannot play at all. */
  broken = false;
  /** True when nothing comes out of what plays: its time stands still. */
  frozen = false;
  /** True when a start is neither taken nor refused. */
  hangs = false;
  /** True when the element finds out after its start that there is no output, as Firefox does. */
  fails = false;
  /** Every address that was set. */
  sources: string[] = [];
  attempts = 0;
  /** The address of the clip that plays now. */
  playing = '';
  played: string[] = [];
  /** The loudest volume that was set while something played. */
  loudest = 0;
  elements = new Set<HTMLMediaElement>();

  /** The clip that a person hears now, such as "fire full"; empty for none. See `recognizeClip`. */
  get now(): string {
    return audible(this.playing)[0] ?? '';
  }

  /** The clips that were played, without the silence that unlocks the element. */
  get clips(): string[] {
    return this.played.flatMap(audible);
  }

  press() {
    this.unlocked = true;
    window.dispatchEvent(new Event('pointerdown'));
  }

  /** Takes the output away, as a headset that is pulled. `paused` stays false. */
  lose() {
    this.fails = true;
    for (const element of this.elements) element.dispatchEvent(new Event('error'));
  }

  /** Stops the sound as a phone call does. */
  interrupt() {
    this.playing = '';
    for (const element of this.elements) element.dispatchEvent(new Event('pause'));
  }
}

/** Replaces what a test's browser lacks: an element that plays, and addresses of clips. */
export function plugIn(speaker: Speaker): void {
  vi.stubGlobal('Blob', OpenBlob);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = `blob:http://localhost/${known.size + 1}`;
    const [file] = blob instanceof OpenBlob ? blob.parts : [];
    known.set(address, file instanceof ArrayBuffer ? recognizeClip(file) : '');
    return address;
  });
  const { prototype } = HTMLMediaElement;
  vi.spyOn(prototype, 'volume', 'set').mockImplementation((volume) => {
    if (speaker.playing) speaker.loudest = Math.max(speaker.loudest, volume);
  });
  vi.spyOn(prototype, 'error', 'get').mockImplementation(() =>
    speaker.fails ? ({ code: 3 } as MediaError) : null,
  );
  vi.spyOn(prototype, 'src', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return sources.get(this) ?? '';
  });
  vi.spyOn(prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement, set) {
    sources.set(this, set);
    speaker.sources.push(set);
  });
  vi.spyOn(prototype, 'paused', 'get').mockImplementation(() => !speaker.playing);
  vi.spyOn(prototype, 'currentTime', 'set').mockImplementation(() => undefined);
  vi.spyOn(prototype, 'currentTime', 'get').mockImplementation(() =>
    speaker.playing && !speaker.frozen && !speaker.fails ? 1 + performance.now() / 1_000 : 0,
  );
  vi.spyOn(prototype, 'pause').mockImplementation(() => {
    speaker.playing = '';
  });
  vi.spyOn(prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    speaker.elements.add(this);
    speaker.attempts += 1;
    if (speaker.hangs) return new Promise<void>(() => undefined);
    if (!speaker.unlocked) return Promise.reject(refused('NotAllowedError'));
    if (speaker.broken) return Promise.reject(refused('NotSupportedError'));
    speaker.playing = this.src;
    speaker.played.push(this.src);
    return Promise.resolve();
  });
}
