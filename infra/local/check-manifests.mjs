// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultsOf } from './manifests/faults.mjs';
import { readManifests, yaml } from './manifests/read.mjs';
import { repository } from './repository.mjs';

/**
 * Checks infra/kubernetes without a cluster: each field by its type, and whether the manifests agree with
 * docker-compose.yml, the configuration and the routes of a node.
 */
const FOLDER = 'infra/kubernetes';

/** @param {string} path in the repository */
const readFile = (path) => readFileSync(join(repository, path), 'utf8');

/**
 * @param {(path: string) => string} [read] reads a file of the repository; a test returns another text
 * @returns {string[]} a sentence for each fault
 */
export function faultsOfManifests(read = readFile) {
  const manifests = readManifests(FOLDER, read);
  const [, shutdownMs = ''] = /SHUTDOWN_MS = ([\d_]+);/.exec(read('backend/src/main.ts')) ?? [];
  const faults = faultsOf(manifests, {
    variables: variablesOf(read('.env.example')),
    routes: Object.keys(JSON.parse(read('backend/dist/openapi.json')).paths),
    compose: yaml.load(read('docker-compose.yml')),
    shutdownSeconds: Number(shutdownMs.replaceAll('_', '')) / 1_000,
  });
  const listed = read(join(FOLDER, 'kustomization.yaml'));
  const unused = readdirSync(join(repository, FOLDER)).filter(
    (file) => file !== 'kustomization.yaml' && !listed.includes(`- ${file}\n`),
  );
  return [...faults, ...unused.map((file) => `${file} is not in kustomization.yaml`)];
}

/**
 * A test holds `.env.example` against the configuration.
 * @param {string} example
 * @returns {Record<string, string>} the default of each variable
 */
export function variablesOf(example) {
  const found = example.matchAll(/^(?:# ?)?([A-Z_]+)=(.*)$/gm);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value.trim()]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = faultsOfManifests();
  faults.forEach((fault) => process.stdout.write(`${fault}\n`));
  process.exitCode = faults.length > 0 ? 1 : 0;
}
