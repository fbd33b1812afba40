import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config.js';
import { CONFIG } from '../../platform/tokens.js';

const FILE = 'erasures.jsonl';

/** Who was erased: ids that lead nowhere any more. */
export interface Erasure {
  userId: string;
  membershipIds: string[];
  /** ISO 8601, UTC. */
  at: string;
}

/**
 * Outside the database, because a backup that is restored brings back whoever was in it: from here
 * they are erased again. A worker's `DATA_DIR` keeps it.
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

  /** Forgets what is older than any backup. @returns the rest */
  since(start: Date): Erasure[] {
    const all = this.read();
    const kept = all.filter(({ at }) => at >= start.toISOString());
    if (kept.length < all.length) {
      const text = kept.map((one) => `${JSON.stringify(one)}\n`).join('');
      writeFileSync(`${this.file}.new`, text, { mode: 0o600, flush: true });
      renameSync(`${this.file}.new`, this.file);
    }
    return kept;
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
