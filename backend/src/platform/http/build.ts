import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built frontend. */
export const PAGES_ROOT = fileURLToPath(new URL('../../../../frontend/dist', import.meta.url));
const LETTERS = 12;

/**
 * Names a build by its `index.html`, which names every script and style by what is in it: the same
 * on all nodes that serve the same pages, without a repository at hand.
 * @returns "dev" where nothing was built
 */
export function readBuild(root: string): string {
  const file = join(root, 'index.html');
  if (!existsSync(file)) return 'dev';
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, LETTERS);
}
