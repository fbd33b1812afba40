// @ts-check
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {'button' | 'link' | 'field'} Kind
 * @typedef {{
 *   open: (address: string) => Promise<void>,
 *   reload: () => Promise<void>,
 *   text: () => Promise<string>,
 *   locate: (kind: Kind, name: string) => Promise<{ x: number, y: number } | null>,
 *   click: (point: { x: number, y: number }) => Promise<void>,
 *   type: (text: string) => Promise<void>,
 *   complaints: () => Promise<string[]>,
 * }} Tab
 */

const PASSWORD = 'demo-storgatan-12';
const CODE = 'DEMO-2026';
/** Not a promise: it ends a story that makes no progress, on the slowest machine too. */
const PATIENCE_MS = 120_000;
/** The page ignores a press within 400 ms of the first, because it may be a double tap. */
const DECISION_MS = 450;

/**
 * Repeats a look until it shows what is wanted.
 * @param {string} wanted for the error
 * @param {() => Promise<boolean> | boolean} look
 */
export async function until(wanted, look) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    if (await look()) return;
    await pause(100);
  }
  throw new Error(`not seen: ${wanted}`);
}

/** A person before one tab, who reads, points and types. */
export class Person {
  /** @param {Tab} tab @param {string} origin */
  constructor(tab, origin) {
    this.tab = tab;
    this.origin = origin;
  }

  /** @param {string} path */
  async goTo(path) {
    await this.tab.open(this.origin + path);
  }

  /** @param {string} text */
  async sees(text) {
    let last = '';
    const look = async () => (last = await this.tab.text()).includes(text);
    await until(text, look).catch((error) => {
      throw new Error(`${error.message} in: ${last}`);
    });
  }

  /** @param {string} text */
  async seesNoMore(text) {
    await until(`the end of: ${text}`, async () => !(await this.tab.text()).includes(text));
  }

  /** @param {string} name @param {Kind} [kind] */
  async presses(name, kind = 'button') {
    /** @type {{ x: number, y: number } | null} */
    let point = null;
    // The page may still move: it is pressed once it lies where it lay at the last look.
    const look = async () => {
      const before = point;
      point = await this.tab.locate(kind, name);
      return point !== null && before?.x === point.x && before.y === point.y;
    };
    await until(`${kind} ${name}`, look).catch(async (error) => {
      throw new Error(`${error.message} in: ${await this.tab.text()}`);
    });
    if (point) await this.tab.click(point);
  }

  /** @param {string} label @param {string} text */
  async fills(label, text) {
    await this.presses(label, 'field');
    await this.tab.type(text);
  }

  async passesTheGate() {
    await this.goTo('/');
    await this.fills('Inbjudningskod', CODE);
    await this.presses('Fortsätt');
    await this.sees('När sekunder räknas');
  }

  /** @param {string} name of the demo, such as `lisa` */
  async signsIn(name) {
    await this.goTo('/auth');
    await this.fills('E-post', `${name}@resq.example`);
    await this.fills('Lösenord', PASSWORD);
    await this.presses('Logga in');
    await this.sees('Du är inloggad.');
    await this.presses('Till larmpanelen', 'link');
    await this.sees('Larma dina grannar');
  }

  /**
   * Unlocks the sound as a person does, with a click on an empty spot. Chromium's protocol counts each
   * look at the page as a gesture, so that the sound may be unlocked before.
   */
  async arms() {
    await this.tab.click({ x: 4, y: 400 });
    await this.seesNoMore('Ljudet är av i den här fliken.');
  }

  /** @param {string} type @param {string} send */
  async raises(type, send) {
    await this.presses(type);
    await pause(DECISION_MS);
    await this.presses(send);
    await this.sees('Larmet är skickat');
  }

  async ends() {
    await this.presses('Faran är över');
    await this.sees('Är faran över?');
    await this.presses('Faran är över');
  }
}
