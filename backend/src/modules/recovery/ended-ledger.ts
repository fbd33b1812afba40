import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config.js';
import { CONFIG } from '../../platform/tokens.js';
import type { EndedAct } from './ended-acts.js';

const FILE = 'ended.jsonl';

/**
 * Lists what was ended in a file outside the database, in the worker's `DATA_DIR`. A restored backup has
 * members, sign-ins and alarms that have ended since, and they are ended again from this list.
 */
@Injectable()
export class EndedLedger {
  private readonly file: string;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'dataDir'>) {
    this.file = join(config.dataDir, FILE);
  }

  /** Resolves once the acts are on the disk; a node that also saves alarms does not stand still meanwhile. */
  async add(acts: EndedAct[]): Promise<void> {
    if (acts.length === 0) return;
    await mkdir(this.config.dataDir, { recursive: true });
    await appendFile(this.file, linesOf(acts), { mode: 0o600, flush: true });
  }

  /** @returns every act in its order; a line that a crash cut off is left out */
  read(): EndedAct[] {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    const acts = text.split('\n').flatMap((line) => {
      try {
        return line ? [JSON.parse(line) as EndedAct] : [];
      } catch {
        return [];
      }
    });
    return acts.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  }

  /** Deletes the acts from before `start`, because no backup is older than that. */
  forgetBefore(start: Date): void {
    const all = this.read();
    const recent = all.filter(({ at }) => at >= start.toISOString());
    if (recent.length === all.length) return;
    writeFileSync(`${this.file}.new`, linesOf(recent), { mode: 0o600, flush: true });
    renameSync(`${this.file}.new`, this.file);
  }
}

const linesOf = (acts: EndedAct[]): string =>
  // A line that a crash cut off must not swallow the next one.
  acts.map((act) => `\n${JSON.stringify(act)}\n`).join('');
