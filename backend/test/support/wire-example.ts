import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An id of the page; `the-epoch` stands for the stream's epoch. */
const STANDS_FOR = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|the-epoch)$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The worked example of `docs/wire.md`, with the ids of the page bound to those of a run. */
export class WireExample {
  private readonly blocks: Map<string, string>;
  private readonly pageIds = new Map<string, string>();

  constructor() {
    const page = readFileSync(join(__dirname, '../../../docs/wire.md'), 'utf8');
    const fences = page.matchAll(/^```json ([\w-]+)\n(.*?)^```$/gms);
    this.blocks = new Map([...fences].map(([, name, json]) => [name ?? '', json ?? '']));
  }

  /** Says which id of the run an id of the page stands for. */
  bind(pageId: string, id: string): void {
    this.pageIds.set(id, pageId);
  }

  /** @returns the block's JSON as the page shows it */
  read(name: string): unknown {
    const json = this.blocks.get(name);
    if (json === undefined) throw new Error(`docs/wire.md has no block "json ${name}"`);
    return JSON.parse(json) as unknown;
  }

  /** @returns the block's JSON with the ids of the run */
  request(name: string): object {
    return mapTexts(this.read(name), (text) => {
      const bound = [...this.pageIds].find(([, pageId]) => pageId === text);
      return bound?.[0] ?? text;
    }) as object;
  }

  /**
   * @param received what the server sent
   * @returns it with the ids and times of the page, to be compared with the block. An id of the page
   *   is bound where it first occurs; a time only has to have the form of one.
   */
  asOnPage(name: string, received: unknown): unknown {
    this.bindAll(this.read(name), received);
    const shown = textsByPath(this.read(name));
    return mapTexts(received, (text, path) => {
      const expected = shown.get(path);
      if (expected && TIME.test(expected) && TIME.test(text)) return expected;
      return this.pageIds.get(text) ?? text;
    });
  }

  private bindAll(page: unknown, received: unknown): void {
    const texts = textsByPath(received);
    for (const [path, pageId] of textsByPath(page)) {
      const id = texts.get(path);
      const isBound = [...this.pageIds.values()].includes(pageId);
      if (id !== undefined && STANDS_FOR.test(pageId) && !isBound) this.bind(pageId, id);
    }
  }
}

function mapTexts(value: unknown, map: (text: string, path: string) => string, path = ''): unknown {
  if (typeof value === 'string') return map(value, path);
  if (Array.isArray(value)) return value.map((one, n) => mapTexts(one, map, `${path}/${n}`));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, one]) => [key, mapTexts(one, map, `${path}/${key}`)]),
  );
}

function textsByPath(value: unknown): Map<string, string> {
  const texts = new Map<string, string>();
  mapTexts(value, (text, path) => {
    texts.set(path, text);
    return text;
  });
  return texts;
}
