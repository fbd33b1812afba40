import type { Page } from '@playwright/test';

interface Sample {
  /** Root mean square of the audio element's output, 0 to 1; a square wave of 0.9 has 0.9. */
  rms: number;
  /** The strongest frequency. */
  hz: number;
  /** The page's `performance.now()`. */
  at: number;
}

/** A stretch of one tone, or of silence. */
export interface Stretch {
  /** 0 is silence. */
  hz: number;
  ms: number;
}

/** The rms of the siren is 0.9. */
const LOUD = 0.5;
/** A sample that spans two tones differs from both by more. */
const TOLERANCE_HZ = 25;

const SOUND = 'resq-sound ';
const TEXT = 'resq-text ';

/**
 * Reads a page's text and measures its sound through the page's console. Chromium counts every
 * locator, evaluation and exposed function as a gesture, which unlocks the sound. Tests of a locked
 * sound therefore cannot use them.
 */
export class PageObserver {
  /** The page's text, up to 50 ms old. */
  text = '';
  private samples: Sample[] = [];

  static async of(page: Page): Promise<PageObserver> {
    const observer = new PageObserver();
    page.on('console', (message) => {
      const line = message.text();
      if (line.startsWith(SOUND)) {
        observer.samples.push(JSON.parse(line.slice(SOUND.length)) as Sample);
      } else if (line.startsWith(TEXT)) observer.text = line.slice(TEXT.length);
    });
    await page.addInitScript(report);
    return observer;
  }

  forget(): void {
    this.samples = [];
  }

  /** The number of samples since the last `forget`, loud or not; twenty a second. */
  get sampleCount(): number {
    return this.samples.length;
  }

  get loud(): number {
    return this.samples.filter(({ rms }) => rms > LOUD).length;
  }

  get loudest(): number {
    return Math.max(0, ...this.samples.map(({ rms }) => rms));
  }

  /** The strongest frequencies of the loud samples, without duplicates, in ascending order. */
  get tones(): number[] {
    const loud = this.samples.filter(({ rms }) => rms > LOUD).map(({ hz }) => Math.round(hz));
    return [...new Set(loud)].sort((a, b) => a - b);
  }

  /** The stretches since the last `forget`, without the incomplete first and last one. */
  stretches(tones: number[]): Stretch[] {
    const found: { hz: number; from: number; to: number }[] = [];
    for (const { rms, hz, at } of this.samples) {
      const tone = rms < 0.05 ? 0 : tones.find((one) => Math.abs(one - hz) < TOLERANCE_HZ);
      if (tone === undefined) continue;
      const last = found.at(-1);
      if (last?.hz === tone) last.to = at;
      else found.push({ hz: tone, from: at, to: at });
    }
    return found
      .map(({ hz, from }, i) => ({ hz, ms: (found[i + 1]?.from ?? from) - from }))
      .slice(1, -1);
  }

  /** The page's `performance.now()` at the last loud sample; 0 without one. */
  get lastLoudMs(): number {
    return this.samples.findLast(({ rms }) => rms > LOUD)?.at ?? 0;
  }

  get lastRms(): number {
    return this.samples.at(-1)?.rms ?? 0;
  }
}

/** Runs in the page before its own scripts. */
function report(): void {
  for (const name of ['click', 'keydown']) {
    const record = () => ((window as { pressedAt?: number }).pressedAt = performance.now());
    window.addEventListener(name, record, { capture: true });
  }

  let text = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer = undefined;
    const now = document.body?.innerText ?? '';
    if (now !== text) console.debug(`resq-text ${now}`);
    text = now;
  };
  // Later, because the page's clock may be a stopped one by then.
  const later = setTimeout;
  const changes = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => (timer ??= later(read, 50))).observe(document, changes);

  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its element below
  const play = HTMLMediaElement.prototype.play;
  const watched = new WeakSet<HTMLMediaElement>();
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (!watched.has(this)) {
      watched.add(this);
      (window as { siren?: HTMLMediaElement }).siren = this;
      listenTo(this as HTMLMediaElement & { captureStream(): MediaStream });
    }
    return play.call(this);
  };

  function listenTo(element: HTMLMediaElement & { captureStream(): MediaStream }): void {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 8192;
    analyser.smoothingTimeConstant = 0;
    let source: MediaStreamAudioSourceNode | undefined;
    element.addEventListener('playing', () => {
      source?.disconnect();
      const stream = element.captureStream();
      if (stream.getAudioTracks().length === 0) return;
      source = context.createMediaStreamSource(stream);
      source.connect(analyser);
      void context.resume();
    });
    const wave = new Float32Array(2048);
    const spectrum = new Float32Array(analyser.frequencyBinCount);
    setInterval(() => {
      analyser.getFloatTimeDomainData(wave);
      const power = wave.reduce((sum, value) => sum + value * value, 0) / wave.length;
      analyser.getFloatFrequencyData(spectrum);
      const peak = spectrum.indexOf(Math.max(...spectrum));
      // The captured stream ignores the element's volume and mute.
      const passed = element.paused || element.muted ? 0 : element.volume;
      const rms = Math.sqrt(power) * passed;
      const hz = (peak * context.sampleRate) / analyser.fftSize;
      const at = performance.now();
      console.debug(`resq-sound ${JSON.stringify({ rms, hz, at })}`);
    }, 50);
  }
}
