import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { readConfig } from './platform/config.js';
import { schema } from './schema.js';

/** Prints, as JSON, what a backup is compared with: this release's migrations, and hashes of its keys. */

const { auditHeadKeys, refreshKey, vapidKeys } = readConfig(process.env).secrets;

const printOf = (key: string | Buffer): string =>
  createHash('sha256').update('resq backup ').update(key).digest('hex').slice(0, 16);

process.stdout.write(
  JSON.stringify({
    migrations: schema.migrations.map(({ name }) => name),
    // The first one is in use; earlier ones are accepted.
    keys: {
      REFRESH_KEY: [printOf(refreshKey.export())],
      AUDIT_KEY: auditHeadKeys.map((key) => printOf(key.export())),
      VAPID_PUBLIC_KEY: [printOf(vapidKeys.publicKey)],
    },
  }),
);
