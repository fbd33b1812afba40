import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config.js';
import { CONFIG } from '../../platform/tokens.js';
import { BEGINNING, sign, type Link } from './chain.js';

const FILE = 'audit-head.json';

/**
 * The chain's last known link, signed and stored outside the database: a deletion of the newest rows,
 * or a restored old copy, does not remove it. Each worker has its own file.
 */
@Injectable()
export class AuditHead {
  private readonly file: string;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.file = join(config.dataDir, FILE);
  }

  /** @returns undefined when the file is missing or its signature does not match */
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

  /** Never moves backwards: a restored copy of the database must not hide that rows are missing. */
  advance(head: Link): void {
    if (head.seq <= (this.read() ?? BEGINNING).seq) return;
    const text = JSON.stringify({ ...head, mac: sign(head, this.config.secrets.auditKey) });
    mkdirSync(this.config.dataDir, { recursive: true });
    writeFileSync(`${this.file}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${this.file}.new`, this.file);
  }
}
