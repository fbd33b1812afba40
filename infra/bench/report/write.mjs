// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { repository } from '../../local/repository.mjs';
import { Stop } from '../../local/say.mjs';

const FILE = join(repository, 'docs/performance.md');
const PART = /(<!-- bench -->\n)[^]*(<!-- \/bench -->)/;

/** Replaces the last full run in the document. @param {string} markdown */
export async function writeReport(markdown) {
  const text = readFileSync(FILE, 'utf8');
  if (!PART.test(text)) throw new Stop(`${FILE} has no place for the table.`);
  const replaced = text.replace(PART, (_, from, to) => `${from}\n${markdown}\n\n${to}`);
  const options = await prettier.resolveConfig(FILE);
  writeFileSync(FILE, await prettier.format(replaced, { ...options, parser: 'markdown' }));
}
