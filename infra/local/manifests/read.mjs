// @ts-check
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { KINDS } from './schema.mjs';

/**
 * @typedef {Record<string, any> & { kind: string, metadata: { name: string } }} Manifest
 * @typedef {object} Manifests
 * @property {Manifest[]} objects
 * @property {Record<string, Record<string, string>>} configs the variables or files of each ConfigMap
 * @property {string[]} images names of images that the kustomization gives a tag
 * @property {string[]} faults
 */

const load = createRequire(import.meta.url);
const backend = createRequire(new URL('../../../backend/package.json', import.meta.url));

/** @type {{ load(text: string): any, loadAll(text: string): any[] }} */
export const yaml = load('js-yaml');
/** @typedef {{ (value: unknown): boolean, errors?: { instancePath: string, message: string, params: object }[] | null }} Validate */
/** @type {{ Ajv: new (options: object) => { compile(schema: object): Validate } }} */
const { Ajv } = backend('ajv');

const ajv = new Ajv({ allErrors: true, strictTypes: false });
const validators = new Map(Object.entries(KINDS).map(([kind, one]) => [kind, ajv.compile(one)]));

/**
 * Reads a folder of manifests as `kubectl kustomize` does, and checks each field.
 * @param {string} folder in the repository
 * @param {(path: string) => string} readFile
 * @returns {Manifests}
 */
export function readManifests(folder, readFile) {
  /** @type {Manifests} */
  const found = { objects: [], configs: {}, images: [], faults: [] };
  const own = posix.join(folder, 'kustomization.yaml');
  const [kustomization] = parse(own, readFile(own), found);
  for (const resource of kustomization?.resources ?? []) {
    const path = posix.join(folder, resource);
    if (!path.endsWith('.yaml')) {
      const other = readManifests(path, readFile);
      found.objects.push(...other.objects);
      found.faults.push(...other.faults);
      Object.assign(found.configs, other.configs);
      continue;
    }
    found.objects.push(...parse(path, readFile(path), found));
  }
  for (const { name, literals, files } of kustomization?.configMapGenerator ?? []) {
    const fromFiles = (files ?? []).map((/** @type {string} */ file) => [
      file,
      readFile(posix.join(folder, file)),
    ]);
    found.configs[name] = Object.fromEntries([...(literals ?? []).map(pair), ...fromFiles]);
  }
  found.images = (kustomization?.images ?? []).map((/** @type {Manifest} */ { name }) => name);
  return found;
}

/** @param {string} literal such as `NODE_ENV=production` */
function pair(literal) {
  const end = literal.indexOf('=');
  return [literal.slice(0, end), literal.slice(end + 1)];
}

/**
 * @param {string} path
 * @param {string} text
 * @param {Manifests} found receives the faults
 * @returns {any[]} the objects whose fields are right
 */
function parse(path, text, { faults }) {
  return yaml.loadAll(text).filter((object) => {
    const validate = validators.get(object?.kind);
    const where = `${path}: ${object?.kind} ${object?.metadata?.name ?? ''}`.trimEnd();
    if (!validate) {
      faults.push(`${where} is of no kind that is known here`);
      return false;
    }
    if (validate(object)) return true;
    for (const { instancePath, message, params } of validate.errors ?? []) {
      faults.push(`${where}${instancePath} ${message} ${JSON.stringify(params)}`);
    }
    return false;
  });
}
