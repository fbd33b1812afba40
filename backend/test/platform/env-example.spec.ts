import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from '../../src/platform/config.js';

it('.env.example names the variables of the configuration with their defaults', () => {
  const example = readFileSync(join(__dirname, '../../../.env.example'), 'utf8');
  const shown = example
    .split('\n')
    .map((line) => /^(?:# ?)?([A-Z_]+)=(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => [name, value.trim()] as const);
  expect(Object.fromEntries(shown)).toEqual(VARIABLES);
});
