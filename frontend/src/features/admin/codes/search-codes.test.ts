import type { AccessCode } from '@contract/http';
import { expect, it } from 'vitest';
import { searchCodes } from './codes-list.js';

const made = (code: string, name?: string, email?: string, company?: string): AccessCode => ({
  id: code,
  code,
  name: name ?? null,
  email: email ?? null,
  company: company ?? null,
  maxUses: null,
  useCount: 0,
  createdAt: '2026-11-01T10:00:00.000Z',
  usedAt: null,
});
const CODES = [
  made('ABCD-1234', 'Maja Lind', 'maja@exempel.se', 'BRF Eken'),
  made('EFGH-5678', 'Örjan Åkesson', undefined, 'HSB Umeå'),
  made('NULL-0000'),
];

it.each([
  ['', ['ABCD-1234', 'EFGH-5678', 'NULL-0000']],
  ['   ', ['ABCD-1234', 'EFGH-5678', 'NULL-0000']],
  ['abcd', ['ABCD-1234']],
  ['5678', ['EFGH-5678']],
  ['MAJA', ['ABCD-1234']],
  ['örjan å', ['EFGH-5678']],
  ['@exempel', ['ABCD-1234']],
  ['umeå hsb', ['EFGH-5678']],
  ['maja hsb', []],
  ['ABCD\u20111234\u200b', ['ABCD-1234']],
  ['örjan'.normalize('NFD'), ['EFGH-5678']],
  ['null', ['NULL-0000']],
])('%j finds %j', (query, found) => {
  expect(searchCodes(CODES, query).map(({ code }) => code)).toEqual(found);
});
