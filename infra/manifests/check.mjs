// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readManifests, yaml } from '../local/manifests/read.mjs';
import { repository } from '../local/repository.mjs';

/**
 * Compares infra/kubernetes with the types and the schemas that the package `kubernetes-models` has made of the
 * API of Kubernetes. Its schemas accept unknown fields, so TypeScript refuses those.
 */
const FOLDER = 'infra/kubernetes';
const OWN = join(repository, 'infra/manifests');
const load = createRequire(import.meta.url);

/** @typedef {import('../local/manifests/read.mjs').Manifest} Manifest */

const objects = rendered() ?? read();
const nodes = objects.find(({ kind }) => kind === 'Deployment');
// A check that accepts this one checks nothing.
const misspelt = JSON.parse(JSON.stringify(nodes).replace('readinessProbe', 'readynessProbe'));

const faults = [...objects.flatMap(faultsOfSchema), ...faultsOfTypes()];
faults.forEach((fault) => process.stdout.write(`${fault}\n`));
process.stdout.write(`${objects.length} objects compared, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 || objects.length === 0 ? 1 : 0;

/** @returns {Manifest[] | undefined} what `kubectl kustomize` makes of the folder */
function rendered() {
  const { error, status, stdout, stderr } = spawnSync('kubectl', ['kustomize', FOLDER], {
    cwd: repository,
    encoding: 'utf8',
  });
  if (error) process.stdout.write('kubectl is not installed, so kustomize was not run.\n');
  if (error) return undefined;
  if (status !== 0) throw new Error(`kubectl kustomize: ${stderr}`);
  return yaml.loadAll(stdout);
}

/** @returns {Manifest[]} */
function read() {
  return readManifests(FOLDER, (path) => readFileSync(join(repository, path), 'utf8')).objects;
}

/** @param {Manifest} object @returns {string[]} */
function faultsOfSchema(object) {
  const { [object.kind]: Model } = load(modelOf(object));
  try {
    new Model(object).validate();
    return [];
  } catch (error) {
    return [`${object.kind} ${object.metadata.name}: ${error}`];
  }
}

/** @returns {string[]} the complaints of TypeScript about a literal of each object */
function faultsOfTypes() {
  const lines = [
    ...objects.map(literal),
    '// @ts-expect-error -- a misspelt probe',
    literal(misspelt, objects.length),
  ];
  mkdirSync(join(OWN, 'dist'), { recursive: true });
  writeFileSync(join(OWN, 'dist/objects.ts'), `${lines.join('\n')}\n`);
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig'];
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler'];
  const { status, stdout } = spawnSync(
    process.execPath,
    [compiler, ...flags, ...modules, 'dist/objects.ts'],
    { cwd: OWN, encoding: 'utf8' },
  );
  return status === 0 ? [] : stdout.trim().split('\n');
}

/**
 * @param {Manifest} object
 * @param {number} n
 */
function literal(object, n) {
  const type = `import('${modelOf(object)}').I${object.kind}`;
  return `export const object${n}: ${type} = ${JSON.stringify(object)};`;
}

/** @param {Manifest} object */
function modelOf({ apiVersion, kind }) {
  return `kubernetes-models/${apiVersion}/${kind}`;
}
