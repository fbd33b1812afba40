import { readFileSync } from 'node:fs';
import { ALARM_TYPES } from '@contract/alarm';
import { expect, it } from 'vitest';
import { renderSound } from '../../../lib/audio/wav.js';
import { KINDS } from './kinds.copy.js';

it('gives each type of alarm a colour and a sound of its own', () => {
  const tokens = readFileSync('src/ui/tokens.css', 'utf8');
  const colours = ALARM_TYPES.map((type) => {
    const [, name] = /^bg-([a-z]+) /.exec(KINDS[type].surface) ?? [];
    return new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
  });
  expect(colours).not.toContain(undefined);
  expect(new Set(colours).size).toBe(ALARM_TYPES.length);
  const sounds = ALARM_TYPES.map((type) => Buffer.from(renderSound(type)).toString('base64'));
  expect(new Set(sounds).size).toBe(ALARM_TYPES.length);
});
