import { setImmediate as nextTurn } from 'node:timers/promises';
import { CommittedChanges } from './committed-changes.js';

const BUILDING = 'building';

let changes: CommittedChanges;
let isSettled = false;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  changes = new CommittedChanges();
  isSettled = false;
});

afterEach(() => jest.useRealTimers());

function watch(): void {
  void changes.settled(BUILDING).then(() => (isSettled = true));
}

it('waits until the save of the building has ended', async () => {
  const end = changes.begin(BUILDING);
  changes.begin('other');
  watch();
  await jest.advanceTimersByTimeAsync(1);
  expect(isSettled).toBe(false);
  end();
  await jest.advanceTimersByTimeAsync(0);
  expect(isSettled).toBe(true);
});

it('waits 20 ms at most, so that a slow save holds up no event of other nodes', async () => {
  changes.begin(BUILDING);
  watch();
  await jest.advanceTimersByTimeAsync(19);
  expect(isSettled).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  // The wait ends in the turn of the event loop after its timer.
  await nextTurn();
  await nextTurn();
  expect(isSettled).toBe(true);
});

it('waits for the newest save when an older one ends', async () => {
  const endOlder = changes.begin(BUILDING);
  const endNewer = changes.begin(BUILDING);
  endOlder();
  watch();
  await jest.advanceTimersByTimeAsync(1);
  expect(isSettled).toBe(false);
  endNewer();
  await jest.advanceTimersByTimeAsync(0);
  expect(isSettled).toBe(true);
});
