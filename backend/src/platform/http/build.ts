import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built frontend. */
export const PAGES_ROOT = fileURLToPath(new URL('../../../../frontend/dist', import.meta.url));
const LETTERS = 12;

/**
 * Names a build by the hash of its `index.html`, which contains the hash of every script and style.
 * All nodes that serve the same pages thus have the same name for them.
 * @returns 12 hexadecimal digits, or "dev" when the frontend was not built
 */
export function readBuild(root: string): string {
  const file = join(root, 'index.html');
  if (!existsSync(file)) return 'dev';
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, LETTERS);
}
