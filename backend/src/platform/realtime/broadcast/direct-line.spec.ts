import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CHECKED_AGAINST } from './direct-line.js';

const require = createRequire(import.meta.url);

/** Returns the version of an installed package, which need not export its package.json. */
function versionOf(name: string): unknown {
  const entry = require.resolve(name);
  const folder = entry.slice(0, entry.lastIndexOf(`/node_modules/${name}/`));
  const file = `${folder}/node_modules/${name}/package.json`;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: unknown }).version;
}

it.each(Object.entries(CHECKED_AGAINST))(
  'was checked against the installed %s',
  (name, version) => {
    expect(versionOf(name)).toBe(version);
  },
);
