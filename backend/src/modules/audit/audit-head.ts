import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config.js';
import { CONFIG } from '../../platform/tokens.js';
import { isSigned, sign, type Link } from './chain.js';

const FILE = 'audit-head.json';

/**
 * Stores the chain's last link, signed, in a file outside the database. The verifier compares it
 * with the table and so detects that the newest rows are missing. Each worker has its own file.
 */
@Injectable()
export class AuditHead {
  private readonly file: string;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.file = join(config.dataDir, FILE);
  }

  /** @returns the link; `forged` when the file is broken or its signature is wrong */
  read(): Link | 'missing' | 'forged' {
    if (!existsSync(this.file)) return 'missing';
    try {
      const { seq, hash, mac } = JSON.parse(readFileSync(this.file, 'utf8')) as Link & {
        mac: string;
      };
      const isOurs = isSigned({ seq, hash, mac }, this.config.secrets.auditHeadKeys);
      return isOurs ? { seq, hash } : 'forged';
    } catch {
      return 'forged';
    }
  }

  /** Ignores an older link: another worker may share the folder and be further along. */
  advance(link: Link): void {
    const known = this.read();
    if (known === 'forged' || (known !== 'missing' && known.seq >= link.seq)) return;
    const text = JSON.stringify({ ...link, mac: sign(link, this.config.secrets.auditHeadKeys) });
    mkdirSync(this.config.dataDir, { recursive: true });
    // Workers that share the folder must not write the same new file, or half of one could be read.
    const next = `${this.file}.${randomUUID()}`;
    writeFileSync(next, text, { mode: 0o600, flush: true });
    renameSync(next, this.file);
  }
}
