import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config.js';
import { CONFIG } from '../../platform/tokens.js';
import { BEGINNING, sign, type Link } from './chain.js';

const FILE = 'audit-head.json';

/**
 * How far the chain had come, signed and outside the database: whoever cuts rows off its end, or
 * restores an old copy, cannot cut this off with them. Each worker keeps its own.
 */
@Injectable()
export class AuditHead {
  private readonly file: string;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.file = join(config.dataDir, FILE);
  }

  /** @returns undefined when it was changed by somebody without the key, or is no longer there */
  read(): Link | undefined {
    try {
      const { mac, ...head } = JSON.parse(readFileSync(this.file, 'utf8')) as Link & {
        mac: string;
      };
      return mac === sign(head, this.config.secrets.auditKey) ? head : undefined;
    } catch {
      return undefined;
    }
  }

  /** Never backwards: a copy that was restored must not hide what was cut off. */
  advance(head: Link): void {
    if (head.seq <= (this.read() ?? BEGINNING).seq) return;
    const text = JSON.stringify({ ...head, mac: sign(head, this.config.secrets.auditKey) });
    mkdirSync(this.config.dataDir, { recursive: true });
    writeFileSync(`${this.file}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${this.file}.new`, this.file);
  }
}
