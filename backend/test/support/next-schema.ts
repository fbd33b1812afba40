import type { MigrationInterface, QueryRunner } from 'typeorm';
import { requireRelease } from '../../src/platform/database/migrate.js';
import { schema } from '../../src/schema.js';

/**
 * @param change a statement, or the release that the schema needs
 * @returns the schema of the next release
 */
export function nextSchema(change: string): typeof schema {
  class Next9999999999999 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      if (/^\d/.test(change)) await requireRelease(runner, change);
      else await runner.query(change);
    }

    down(): Promise<void> {
      return Promise.resolve();
    }
  }
  return { ...schema, migrations: [...schema.migrations, Next9999999999999] };
}
