import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as ws from 'ws';
import { CHECKED_AGAINST, textFrame } from './direct-line.js';

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

/** The class is missing in the published types of ws. */
const { Sender } = ws as unknown as {
  Sender: { frame(data: Buffer, options: object): Buffer[] };
};

it.each([
  ...[0, 1, 125, 126, 127, 65_535, 65_536, 70_000].map((length) => 'x'.repeat(length)),
  'Åsa 🔥 \u2028 \u0000',
  '🔥'.repeat(40),
  '\ud800',
])('a frame is the one that ws sends (case %#)', (text) => {
  const options = { opcode: 1, fin: true, mask: false, rsv1: false, readOnly: true };
  const expected = Buffer.concat(Sender.frame(Buffer.from(text), options));
  expect(textFrame(text).equals(expected)).toBe(true);
});
