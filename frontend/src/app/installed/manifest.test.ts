import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALARM_TYPES } from '@contract/alarm';
import { KINDS } from '../../features/alarms/model/kinds.copy.js';
import { expect, it } from 'vitest';

interface Manifest {
  icons: { src: string }[];
  screenshots: { src: string }[];
  shortcuts: { name: string; url: string; icons: { src: string }[] }[];
}

const folder = join(import.meta.dirname, '../../../public');
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as Manifest;

it('the manifest has a shortcut to the sheet of each type, by the name of its button', () => {
  const named = manifest.shortcuts.map(({ name, url }) => [url, name]);
  const known = ALARM_TYPES.map((type) => [`/app${KINDS[type].shortcut}`, KINDS[type].name]);
  expect(named).toEqual(known);
});

it('every picture that the manifest names exists', () => {
  const { icons, screenshots, shortcuts } = manifest;
  const all = [...icons, ...screenshots, ...shortcuts.flatMap((one) => one.icons)];
  for (const { src } of all) expect(readFileSync(join(folder, src)).length, src).toBeGreaterThan(0);
});
