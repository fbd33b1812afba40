import { setTimeout as wait } from 'node:timers/promises';
import { expect, type CDPSession, type Page } from '@playwright/test';

export interface Box {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Pointer = 'mouse' | 'touch';

const BOXES = 'resq-boxes ';
const CLICK = 'resq-click ';

/**
 * Reports where the buttons of an alarm are, and which of them a press reaches. A reached button
 * does not act, so the alarm stays as it is. Like the observer it uses the console: a locator would
 * unlock the sound.
 */
export class PressRecorder {
  /** The buttons of the alarm, in reading order, up to one frame old. */
  boxes: Box[] = [];
  private hits: string[] = [];

  private constructor(
    private readonly page: Page,
    private readonly cdp: CDPSession,
  ) {}

  /** Takes effect at the next navigation of the page. */
  static async of(page: Page): Promise<PressRecorder> {
    const recorder = new PressRecorder(page, await page.context().newCDPSession(page));
    page.on('console', (message) => {
      const line = message.text();
      if (line.startsWith(BOXES)) recorder.boxes = JSON.parse(line.slice(BOXES.length)) as Box[];
      else if (line.startsWith(CLICK)) recorder.hits.push(line.slice(CLICK.length));
    });
    await page.addInitScript(report);
    return recorder;
  }

  box(name: string): Box {
    const found = this.boxes.find((one) => one.name === name);
    if (!found) throw new Error(`${name} is not among ${this.boxes.map((one) => one.name).join()}`);
    return found;
  }

  /** Waits for the next frame. @returns where the buttons are then; this unlocks the sound */
  async still(): Promise<Box[]> {
    this.boxes = await this.page.evaluate(
      () =>
        new Promise<Box[]>((done) => {
          const read = () => done((window as unknown as { boxes: () => Box[] }).boxes());
          requestAnimationFrame(() => requestAnimationFrame(read));
        }),
    );
    return this.boxes;
  }

  /** Presses a button while something else happens, and expects that the press reaches it. */
  async press(
    name: string,
    by: { pointer: Pointer; pixel: 'top' | 'middle' | 'bottom'; ms: number },
    meanwhile: () => Promise<void> | void = () => undefined,
  ): Promise<void> {
    const { x, y, width, height } = this.box(name);
    const down = { top: 1, middle: height / 2, bottom: height - 1.5 }[by.pixel];
    const at = { x: Math.round(x + width / 2), y: y + down };
    this.hits = [];
    if (by.pointer === 'mouse') {
      await this.page.mouse.move(at.x, at.y);
      await this.page.mouse.down();
    } else await this.touch('touchStart', [at]);
    await meanwhile();
    await wait(by.ms);
    if (by.pointer === 'mouse') await this.page.mouse.up();
    else await this.touch('touchEnd', []);
    const message = `${name}: ${by.pixel} pixel, ${by.pointer}, ${by.ms} ms`;
    await expect.poll(() => this.hits, { message }).toEqual([name]);
  }

  private async touch(type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) {
    await this.cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

/** Runs in the page before its own scripts. */
function report(): void {
  const CONTROLS = 'a, button';
  const ALARM = '[role=alertdialog], main article';
  // The label of the button for the sound may change during a press.
  const nameOf = (control: Element) =>
    (control.textContent ?? '').trim().replace(/^(Tysta|Slå på) ljudet$/, 'Ljudet');
  document.addEventListener(
    'click',
    (event) => {
      const control = (event.target as Element).closest(CONTROLS);
      if (!control?.closest(ALARM)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      console.debug(`resq-click ${nameOf(control)}`);
    },
    { capture: true },
  );

  let last = '';
  const read = () => {
    const alarm = [...document.querySelectorAll(ALARM)].at(-1);
    return [...(alarm?.querySelectorAll(CONTROLS) ?? [])].map((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      return { name: nameOf(control), x, y, width, height };
    });
  };
  (window as unknown as { boxes: typeof read }).boxes = read;
  const look = () => {
    const now = JSON.stringify(read());
    if (now !== last) console.debug(`resq-boxes ${now}`);
    last = now;
    requestAnimationFrame(look);
  };
  look();
}
