import type { Reach } from '@contract/alarm';
import { beforeEach, expect, it } from 'vitest';
import { makeReach } from '../testing/fixtures.js';
import { forgetFeed, recordHelp, recordReach, useFeed } from './feed-store.js';

const SECOND_US = 1_000_000;
const LATER = 1_795_647_247_000_000;

const at = (version: number): Reach => ({ ...makeReach([]), version });
const shown = () => useFeed.getState().reach['a']?.version;

beforeEach(forgetFeed);

it('a state that was read earlier, and arrives later, does not replace a newer one', () => {
  recordReach(at(LATER));
  recordReach(at(LATER - 1));
  recordReach(at(LATER - 9 * SECOND_US));
  expect(shown()).toBe(LATER);
  recordReach(at(LATER + 1));
  expect(shown()).toBe(LATER + 1);
});

it('the same holds for the answer to a call for help', () => {
  recordHelp({ alarmId: 'a', version: LATER, comingCount: 2 });
  recordHelp({ alarmId: 'a', version: LATER - 1, comingCount: 1 });
  expect(useFeed.getState().help['a']?.comingCount).toBe(2);
});

it('a state is taken after the clock of the database was set back', () => {
  recordReach(at(LATER));
  recordReach(at(LATER - 60 * SECOND_US));
  expect(shown()).toBe(LATER - 60 * SECOND_US);
});

it('a state of a node that gives no version is taken', () => {
  recordReach(at(LATER));
  recordReach({ ...makeReach([]), version: undefined } as unknown as Reach);
  expect(shown()).toBeUndefined();
});
