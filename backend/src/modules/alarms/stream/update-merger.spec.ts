import { UpdateMerger } from './update-merger.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function recorder() {
  const made: string[] = [];
  const merger = new UpdateMerger(1_000);
  const make = (input: string) => {
    made.push(input);
    return Promise.resolve(`made ${input}`);
  };
  const combine = (_earlier: string, later: string) => later;
  const run = (input: string, kind = 'help', key = 'karl a1') =>
    merger.run(key, input, { kind, make, combine });
  return { made, merger, run };
}

it('makes the first update at once and merges those of the next second into one', async () => {
  const { made, run } = recorder();
  const first = run('1');
  const others = ['2', '3', '4'].map((input) => run(input));
  expect(made).toEqual(['1']);
  await jest.advanceTimersByTimeAsync(999);
  expect(made).toEqual(['1']);
  await jest.advanceTimersByTimeAsync(1);
  expect(made).toEqual(['1', '4']);
  expect(await first).toBe('made 1');
  expect(await Promise.all(others)).toEqual(['made 4', 'made 4', 'made 4']);
});

it('makes an update at once when the last one was made a second ago', async () => {
  const { made, run } = recorder();
  await run('1');
  await jest.advanceTimersByTimeAsync(1_000);
  await run('2');
  expect(made).toEqual(['1', '2']);
});

it('does not merge different kinds, but makes only one update a second for all kinds', async () => {
  const { made, run } = recorder();
  const all = [run('1'), run('2'), run('place', 'amend')];
  await jest.advanceTimersByTimeAsync(1_000);
  expect(made).toEqual(['1', '2']);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(made).toEqual(['1', '2', 'place']);
  expect(await all[2]).toBe('made place');
});

it('does not delay the updates of another member or to another alarm', async () => {
  const { made, run } = recorder();
  await Promise.all([run('1'), run('2', 'help', 'lisa a1'), run('3', 'help', 'karl a2')]);
  expect(made).toEqual(['1', '2', '3']);
});

it('makes the next update only after one that takes longer than a second', async () => {
  const { merger } = recorder();
  let end: () => void = () => undefined;
  const made: number[] = [];
  const make = (input: number) => {
    made.push(input);
    return new Promise<void>((done) => (end = done));
  };
  const update = { kind: 'help', make, combine: (_: number, later: number) => later };
  void merger.run('karl a1', 1, update);
  void merger.run('karl a1', 2, update);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(made).toEqual([1]);
  end();
  await jest.advanceTimersByTimeAsync(0);
  expect(made).toEqual([1, 2]);
});

it('rejects every caller of a merged update that fails, and makes later updates', async () => {
  const merger = new UpdateMerger(1_000);
  const update = {
    kind: 'help',
    make: (input: string) =>
      input === 'good' ? Promise.resolve('made') : Promise.reject(new Error('over')),
    combine: (_: string, later: string) => later,
  };
  await merger.run('karl a1', 'good', update);
  const failing = ['2', '3'].map((input) => merger.run('karl a1', input, update));
  const failures = Promise.allSettled(failing);
  await jest.advanceTimersByTimeAsync(1_000);
  expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await merger.run('karl a1', 'good', update)).toBe('made');
});
