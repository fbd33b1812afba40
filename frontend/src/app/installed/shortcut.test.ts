import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TYPE_WORDS } from '../../features/alarms/model/kinds.copy.js';
import { expect, it } from 'vitest';
import { SHORTCUTS } from './shortcut.js';

interface Manifest {
  icons: { src: string }[];
  screenshots: { src: string }[];
  shortcuts: { name: string; url: string; icons: { src: string }[] }[];
}

const folder = join(import.meta.dirname, '../../../public');
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as Manifest;

it('the manifest has a shortcut to the sheet of each type, by the name of its button', () => {
  const named = manifest.shortcuts.map(({ name, url }) => [url, name]);
  const known = Object.entries(SHORTCUTS).map(([hash, type]) => [
    `/app${hash}`,
    TYPE_WORDS[type!].name,
  ]);
  expect(named).toEqual(known);
});

it('every picture that the manifest names exists', () => {
  const { icons, screenshots, shortcuts } = manifest;
  const all = [...icons, ...screenshots, ...shortcuts.flatMap((one) => one.icons)];
  for (const { src } of all) expect(readFileSync(join(folder, src)).length, src).toBeGreaterThan(0);
});
