import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config.js';
import { CONFIG } from '../../platform/tokens.js';

const FILE = 'erasures.jsonl';

/** An erased user. The ids refer to no rows any more. */
export interface Erasure {
  userId: string;
  membershipIds: string[];
  /** ISO 8601, UTC. */
  at: string;
}

/**
 * Lists the erased users in a file outside the database, in the worker's `DATA_DIR`. A restored
 * backup may contain erased users, and a daily job erases them again from this list.
 */
@Injectable()
export class ErasureLedger {
  private readonly file: string;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.file = join(config.dataDir, FILE);
  }

  add(erasure: Erasure): void {
    mkdirSync(this.config.dataDir, { recursive: true });
    appendFileSync(this.file, `${JSON.stringify(erasure)}\n`, { mode: 0o600, flush: true });
  }

  /**
   * Deletes the entries from before `start`, because no backup is older than that.
   * @returns the remaining entries
   */
  since(start: Date): Erasure[] {
    const all = this.read();
    const recent = all.filter(({ at }) => at >= start.toISOString());
    if (recent.length < all.length) {
      const text = recent.map((erasure) => `${JSON.stringify(erasure)}\n`).join('');
      writeFileSync(`${this.file}.new`, text, { mode: 0o600, flush: true });
      renameSync(`${this.file}.new`, this.file);
    }
    return recent;
  }

  private read(): Erasure[] {
    try {
      const lines = readFileSync(this.file, 'utf8').split('\n');
      return lines.filter(Boolean).map((line) => JSON.parse(line) as Erasure);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
