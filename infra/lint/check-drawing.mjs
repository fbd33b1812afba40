// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawRooms } from './room-drawing.mjs';
import { repository } from '../local/repository.mjs';

/**
 * Compares the drawing of the rooms in docs/architecture.md with the walls of the linter. With
 * `--write` it replaces the drawing instead.
 */
const PAGE = join(repository, 'docs/architecture.md');
const DRAWING = /(<!-- rooms -->\n\n)(.*?)(\n\n<!-- \/rooms -->)/s;

const page = readFileSync(PAGE, 'utf8');
const drawn = page.replace(DRAWING, (_, begin, __, end) => begin + drawRooms(repository) + end);
if (process.argv.includes('--write')) {
  writeFileSync(PAGE, drawn);
} else if (drawn !== page || !DRAWING.test(page)) {
  process.stdout.write(
    'The drawing in docs/architecture.md differs from infra/lint/walls.js.\n' +
      'Run: node infra/lint/check-drawing.mjs --write\n',
  );
  process.exitCode = 1;
}
