import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Lists what happened in a file outside the database, so that a restored backup can be told of it. */
export class Ledger<T extends { at: string }> {
  private readonly file: string;

  constructor(
    private readonly folder: string,
    name: string,
  ) {
    this.file = join(folder, name);
  }

  /** Resolves once the entries are on the disk; a node that also saves alarms does not stand still meanwhile. */
  async add(entries: T[]): Promise<void> {
    if (entries.length === 0) return;
    await mkdir(this.folder, { recursive: true });
    await appendFile(this.file, linesOf(entries), { mode: 0o600, flush: true });
  }

  /** @returns every entry in the order of time; a line that a crash cut off is left out */
  read(): T[] {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    const entries = text.split('\n').flatMap((line) => {
      try {
        return line ? [JSON.parse(line) as T] : [];
      } catch {
        return [];
      }
    });
    return entries.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  }

  /** Deletes the entries from before `start`, because no backup is older than that. */
  forgetBefore(start: Date): void {
    const all = this.read();
    const recent = all.filter(({ at }) => at >= start.toISOString());
    if (recent.length === all.length) return;
    writeFileSync(`${this.file}.new`, linesOf(recent), { mode: 0o600, flush: true });
    renameSync(`${this.file}.new`, this.file);
  }
}

const linesOf = (entries: object[]): string =>
  // A line that a crash cut off must not swallow the next one.
  entries.map((entry) => `\n${JSON.stringify(entry)}\n`).join('');
