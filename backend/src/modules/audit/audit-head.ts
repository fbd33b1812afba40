import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config.js';
import { CONFIG } from '../../platform/tokens.js';
import { BEGINNING, sign, type Link } from './chain.js';

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

  /** @returns the link; undefined when the file is missing or broken, or its signature is wrong */
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

  /** Ignores an older link: a restored copy of the database must not hide that rows are missing. */
  advance(head: Link): void {
    if (head.seq <= (this.read() ?? BEGINNING).seq) return;
    const text = JSON.stringify({ ...head, mac: sign(head, this.config.secrets.auditKey) });
    mkdirSync(this.config.dataDir, { recursive: true });
    writeFileSync(`${this.file}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${this.file}.new`, this.file);
  }
}
