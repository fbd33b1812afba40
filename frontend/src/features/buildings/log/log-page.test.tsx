import type { LogItem } from '@contract/http';
import { expect, it } from 'vitest';
import { logText } from './log.copy.js';

const karl = { name: 'Karl Ek', apartment: '1301' };
const item = (action: LogItem['action'], more: Partial<LogItem> = {}): LogItem => ({
  id: 'x',
  at: '2026-11-20T10:00:00.000Z',
  action,
  by: 'Anna Berg',
  details: {},
  ...more,
});
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ');

it.each<[LogItem, string]>([
  [
    item('membership.changed', { about: karl, details: { status: 'revoked' } }),
    'Anna Berg tog bort: Karl Ek, lägenhet 1301',
  ],
  [
    item('membership.changed', { about: karl, details: { maySend: false, pauseReason: true } }),
    'Anna Berg pausade rätten att larma: Karl Ek, lägenhet 1301',
  ],
  [
    item('membership.changed', {
      by: 'Karl Ek',
      own: true,
      about: karl,
      details: { homeChange: 'id' },
    }),
    'Karl Ek ändrade namn eller lägenhet',
  ],
  [
    item('membership.changed', { about: karl, details: { status: 'revoked', refused: true } }),
    'Anna Berg nekade: Karl Ek, lägenhet 1301',
  ],
  [
    item('membership.changed', { about: karl, details: { status: 'active' } }),
    'Anna Berg godkände: Karl Ek, lägenhet 1301',
  ],
  [
    item('membership.changed', {
      by: 'Karl Ek',
      own: true,
      about: karl,
      details: { status: 'active' },
    }),
    'Karl Ek gick med',
  ],
  [
    item('membership.changed', {
      by: 'Karl Ek',
      own: true,
      about: karl,
      details: { role: 'manager' },
    }),
    'Karl Ek blev ansvarig',
  ],
  [
    item('membership.changed', { by: 'Karl Ek', about: karl, details: { status: 'active' } }),
    'Karl Ek godkände: Karl Ek, lägenhet 1301',
  ],
  [
    item('membership.changed', { about: karl, details: { homeConfirmed: true, homeChange: 'id' } }),
    'Anna Berg godkände en ny lägenhet: Karl Ek, lägenhet 1301',
  ],
  [
    item('membership.changed', { about: karl, details: { homeConfirmed: false } }),
    'Anna Berg nekade en ny lägenhet: Karl Ek, lägenhet 1301',
  ],
  [
    item('invitation.created', { details: { kind: 'letter', count: 13 } }),
    'Anna Berg skapade 13 brev',
  ],
  [item('invitation.created', { details: { kind: 'poster' } }), 'Anna Berg skapade en affisch'],
  [
    item('invitation.created', { details: { kind: 'personal', role: 'manager' } }),
    'Anna Berg skapade en inbjudan till en ansvarig',
  ],
  [item('homes.changed'), 'Anna Berg ändrade listan med lägenheter'],
  [
    item('invitation.created', { by: undefined, byAdministrator: true }),
    'En administratör skapade en inbjudan',
  ],
])('%j reads as a sentence', (one, sentence) => {
  expect(plain(logText(one))).toBe(sentence);
});
