import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Writes a compressed copy beside every text file of the build, which the server sends as it is.
 * Compressing each request would cost most during an alarm, when all users load the page at once.
 */

const PACKED = /\.(js|css|svg|webmanifest)$/;
/** Below this size the headers cost more than compression saves. */
const WORTH_BYTES = 1_000;

const dist = fileURLToPath(new URL('dist', import.meta.url));

for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const file = join(dist, name);
  if (!PACKED.test(name) || statSync(file).size < WORTH_BYTES) continue;
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(content));
}
