import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Lays a packed twin beside every text of the build. The server then sends it as it is: packing at
 * each request would cost most when everybody loads the page at once, which is during an alarm.
 */

const PACKED = /\.(js|css|svg|webmanifest)$/;
/** Below this the headers outweigh what is saved. */
const WORTH_BYTES = 1_000;

const dist = fileURLToPath(new URL('dist', import.meta.url));

for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const file = join(dist, name);
  if (!PACKED.test(name) || statSync(file).size < WORTH_BYTES) continue;
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(content));
}
