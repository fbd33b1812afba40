import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '../../contract/errors.js';
import { SOCKET_ERRORS } from '../../contract/socket-errors.js';

/** The code that answers a socket's events, and what it calls to admit a user. */
const ON_SOCKETS = [
  'modules/alarms',
  'modules/buildings/devices',
  'platform/errors',
  'platform/realtime',
];

it('holds every error of the alarm in the part that the alarm’s code in the browser loads', () => {
  const source = new URL('../../', import.meta.url).pathname;
  const files = ON_SOCKETS.flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      // The sheet for the rescue service is no part of the alarm's way.
      .filter((name) => !name.startsWith('handover'))
      .map((name) => join(source, folder, name)),
  );
  const texts = [...files, join(source, 'platform/input.ts')].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, text = '']) => text),
  );
  const codes = new Set(texts.filter((text) => text in ERRORS));
  expect(codes).toContain('alarm.not_kept');
  // The pages raise exercises by a route of their own.
  codes.delete('alarm.real_ongoing');
  expect([...codes].filter((code) => !(code in SOCKET_ERRORS))).toEqual([]);
});
