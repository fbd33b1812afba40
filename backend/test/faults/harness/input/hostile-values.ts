import type { Prng } from '../schedule/prng.js';

const NESTED = JSON.parse(`${'['.repeat(40)}1${']'.repeat(40)}`) as unknown;

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud83d',
  '\udd25x',
  '\u001b[31m\u0007\u009f',
  '\u202e\u200b\ufeff',
  '👩‍👩‍👧‍👦🔥',
  'Å'.repeat(64),
  'a'.repeat(141),
  'a'.repeat(2_001),
  "'; drop table alarms; --",
  '../../../etc/passwd',
  '%00',
  '%E5',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'true',
  '-1',
  '1e999',
  '2147483648',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '9999-12-31T23:59:59.999Z_00000000-0000-0000-0000-000000000000',
  '2026-02-30T00:00:00.000Z_00000000-0000-4000-8000-000000000000',
  'a@b.se\u0000',
  'KARL@RESQ.EXAMPLE',
];

const OTHERS = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  1e308,
  [],
  [null],
  ['fire'],
  {},
  { $ne: null },
  { toString: 1 },
  { length: 1e9 },
  NESTED,
];

/** Bodies and payloads that no client of ours sends. */
const RAW = [
  '',
  'null',
  '[]',
  '"fire"',
  '1',
  '{',
  '{"a":1}}',
  '\ufeff{}',
  '{"__proto__":{"type":"fire"}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":1e999}',
  '{"a":"\\ud800"}',
  `{"a":"\u0000"}`,
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `{"note":"${'a'.repeat(40_000)}"}`,
];

const text = (prng: Prng): string => prng.pick(TEXTS);

/** Draws a value that a field does not expect. */
const hostileValue = (prng: Prng): unknown =>
  prng.next() < 0.6 ? text(prng) : prng.pick<unknown>(OTHERS);

/** Valid values by field name. A field without one gets hostile values only. */
export type ValidValues = Record<string, (prng: Prng) => unknown>;

/**
 * Draws a payload: mostly a valid one with one or two hostile fields, so that it gets past the
 * first check.
 * @returns JSON text, or text that is no JSON
 */
export function drawPayload(prng: Prng, fields: string[], valid: ValidValues): string {
  if (prng.next() < 0.1) return prng.pick(RAW);
  const body: Record<string, unknown> = {};
  const isHostile = prng.next() < 0.8;
  const target = fields.length > 0 ? prng.pick(fields) : 'x';
  for (const field of fields) {
    if (prng.next() < 0.1) continue;
    const make = valid[field];
    const spoil = !make || (isHostile && (field === target || prng.next() < 0.1));
    body[field] = spoil ? hostileValue(prng) : make(prng);
  }
  if (prng.next() < 0.05) body[text(prng)] = hostileValue(prng);
  return JSON.stringify(body);
}

/** Draws a value of a path or a query: percent-encoded, or so broken that it cannot be decoded. */
export function drawForAddress(prng: Prng, valid: (prng: Prng) => unknown): string {
  const draw = prng.next();
  if (draw < 0.6) return encodeURIComponent(String(valid(prng)));
  if (draw < 0.7) return prng.pick(['%', '%E5', '%00', '%c3%28', '..', '.', '%2e%2e', '%2F']);
  return encodeURIComponent(text(prng).toWellFormed()) || '%20';
}
