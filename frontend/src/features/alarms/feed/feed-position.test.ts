import type { Cursor, Sync } from '@contract/alarm';
import { expect, it } from 'vitest';
import { makeSync } from '../testing/fixtures.js';
import { isBehind, isOvertaken, isPart, isReplacement } from './feed.js';

const cursor: Cursor = { epoch: 'e', seq: 5 };
const here = { cursor, held: [] };

it.each<[string, Partial<Sync>, Cursor | undefined, boolean]>([
  ['is older than the feed', { head: 4 }, undefined, true],
  ['is the reply to an older request', { head: 4 }, { epoch: 'e', seq: 4 }, true],
  ['is the reply to a request of another epoch', { head: 4 }, { epoch: 'f', seq: 5 }, true],
  ['has gone back since the request', { head: 4 }, cursor, false],
  ['has the same head', { head: 5 }, undefined, false],
  ['has another epoch', { head: 4, epoch: 'f' }, undefined, false],
])('a sync that %s', (_, sync, requested, is) => {
  expect(isOvertaken(here, makeSync(sync), requested)).toBe(is);
});

it('no sync is overtaken before the first one', () => {
  expect(isOvertaken({ held: [] }, makeSync({ head: 4 }))).toBe(false);
});

it('a head of another epoch is news, also with the same number', () => {
  expect(isBehind(here, { epoch: 'e', seq: 5 })).toBe(false);
  expect(isBehind(here, { epoch: 'f', seq: 5 })).toBe(true);
});

it.each<[Partial<Sync>, boolean, boolean]>([
  [{}, false, false],
  [{ reset: true }, true, false],
  [{ more: true }, true, false],
  [{ epoch: 'f' }, true, false],
  [{ reset: true, more: true }, true, true],
])('a sync with %j is a replacement: %s, in parts: %s', (change, isWhole, isInParts) => {
  expect(isReplacement(here, makeSync(change))).toBe(isWhole);
  expect(isPart(makeSync(change))).toBe(isInParts);
});
