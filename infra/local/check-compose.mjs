// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { yaml } from './manifests/read.mjs';
import { repository } from './repository.mjs';

/**
 * Lets docker-compose check docker-compose.yml, which needs no engine: with all passwords it must accept the
 * file, and without them it must name one.
 */
const text = readFileSync(join(repository, 'docker-compose.yml'), 'utf8');
const needed = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name);

/** @param {string[]} names of the passwords that are set */
function config(names) {
  const folder = mkdtempSync(join(tmpdir(), 'resq-compose-'));
  // The file .env of this machine may have them.
  const file = join(folder, 'env');
  writeFileSync(file, names.map((name) => `${name}=secret\n`).join(''));
  const { PATH = '' } = process.env;
  const options = { cwd: repository, encoding: /** @type {const} */ ('utf8'), env: { PATH } };
  const result = spawnSync('docker-compose', ['--env-file', file, 'config'], options);
  rmSync(folder, { recursive: true });
  return result;
}

const { error, status, stdout, stderr } = config(needed);
if (error) {
  process.stdout.write('docker-compose is not installed, so docker-compose.yml was not checked.\n');
} else {
  /** @type {string[]} */
  const faults = [];
  if (status !== 0 || stderr !== '') faults.push(`docker-compose config: ${stderr}`);
  const found = namesIn(stdout);
  if (found !== namesIn(text)) faults.push(`it has ${found}, and the file ${namesIn(text)}`);
  if (!config([]).stderr.includes('is missing')) faults.push('it starts without passwords');
  faults.forEach((fault) => process.stdout.write(`${fault}\n`));
  process.stdout.write(`docker-compose accepts ${found}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** @param {string} file @returns {string} its services */
function namesIn(file) {
  return Object.keys(yaml.load(file)?.services ?? {})
    .sort()
    .join(', ');
}
