import { readFileSync } from 'node:fs';
import { VARIABLES } from './platform/config.js';

/** Fails when `.env.example` and the configuration name different variables or defaults. */
const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const shown = new Map(
  example
    .split('\n')
    .map((line) => /^# ?([A-Z_]+)=(.*)$/.exec(line) ?? /^([A-Z_]+)=(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => [name, value.trim()]),
);
const faults = [
  ...Object.entries(VARIABLES)
    .filter(([name, value]) => shown.get(name) !== value)
    .map(([name, value]) => `${name}: the default is "${value}", not "${shown.get(name)}"`),
  ...[...shown.keys()]
    .filter((name) => !(name in VARIABLES))
    .map((name) => `${name}: nothing reads it`),
];
for (const fault of faults) process.stderr.write(`.env.example: ${fault}\n`);
process.exit(faults.length === 0 ? 0 : 1);
