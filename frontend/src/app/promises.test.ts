import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUILDING } from '../features/buildings/buildings.copy.js';
import { DISPLAYS } from '../features/buildings/displays/displays.copy.js';
import { EXERCISES } from '../features/buildings/exercises/exercises.copy.js';
import { HOMES } from '../features/buildings/homes/homes.copy.js';
import { LETTERS } from '../features/buildings/letters/letters.copy.js';
import { LOG } from '../features/buildings/log/log.copy.js';
import { MEMBERS } from '../features/buildings/members/members.copy.js';
import { POSTERS } from '../features/buildings/posters/posters.copy.js';
import { GATE } from '../features/gate/gate.copy.js';
import { LANDING, INTEREST } from '../features/landing/landing.copy.js';
import { ABOUT } from '../features/info/about/about.copy.js';
import { COOKIES } from '../features/info/policies/cookies.copy.js';
import { PRIVACY } from '../features/info/policies/privacy.copy.js';
import { TERMS } from '../features/info/policies/terms.copy.js';

const read = (path: string) => readFileSync(join('..', path), 'utf8');

const ROW = /^\| (?<sentence>\S.*?) +\| `(?<file>[^`]+)`: (?<title>.*?) +\|$/gmu;
const rows = [...read('docs/promises.md').matchAll(ROW)].map(({ groups }) => groups!);

const OPERATORS = /^- (?<sentence>\S.*)$/gmu;
const operators = [...read('docs/promises.md').matchAll(OPERATORS)].map(({ groups }) => groups!);

const textsIn = (copy: unknown): string[] => {
  if (typeof copy === 'string') return [copy];
  return copy && typeof copy === 'object' ? Object.values(copy).flatMap(textsIn) : [];
};
const shown = [
  LANDING,
  INTEREST,
  GATE,
  ABOUT,
  COOKIES,
  PRIVACY,
  TERMS,
  HOMES,
  LETTERS,
  POSTERS,
  MEMBERS,
  BUILDING,
  EXERCISES,
  DISPLAYS,
  LOG,
]
  .flatMap(textsIn)
  .join('\n');

it('is a table with a test for each sentence', () => {
  expect(rows.length).toBeGreaterThan(30);
});

it.each(rows)('$sentence', ({ sentence, file, title }) => {
  expect(shown).toContain(sentence);
  expect(read(file!)).toContain(title);
});

it.each(operators)('kept by people: $sentence', ({ sentence }) => {
  expect(shown).toContain(sentence);
});
