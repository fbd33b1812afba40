import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { schema } from '../../src/schema.js';

/** Connects to a database, and tries again where a busy machine takes longer than the pool waits. */
export async function connect(databaseUrl: string): Promise<DataSource> {
  for (;;) {
    try {
      return await createDataSource(databaseUrl, schema).initialize();
    } catch (error) {
      if (!/timeout/.test(String(error))) throw error;
    }
  }
}
