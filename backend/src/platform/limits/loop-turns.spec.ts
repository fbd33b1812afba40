import { LoopTurns } from './loop-turns.js';

const turnOfLoop = () => new Promise<void>((done) => setImmediate(done));

it('runs a task at once when none was run in this turn of the loop', async () => {
  const turns = new LoopTurns();
  const done: string[] = [];
  turns.run('anna', () => done.push('1'));
  expect(done).toEqual(['1']);
  await turnOfLoop();
  turns.run('anna', () => done.push('2'));
  expect(done).toEqual(['1', '2']);
});

it('runs one task in each turn of the loop and serves callers in rotation', async () => {
  const turns = new LoopTurns();
  const done: string[] = [];
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) {
    turns.run(name.slice(0, 1), () => done.push(name));
  }
  const counts: number[] = [done.length];
  while (done.length < 6) {
    await turnOfLoop();
    counts.push(done.length);
  }
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
});

it('slows a caller of whom too many tasks wait, in order and beside others', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const turns = new LoopTurns({ tasks: 2, everyMs: 30 });
  const done: string[] = [];
  const run = (name: string) => turns.run(name.slice(0, 1), () => done.push(name));
  ['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].forEach(run);
  for (let n = 0; n < 5; n += 1) await turnOfLoop();
  expect(done).toEqual(['a1', 'a2', 'b1']);
  expect(turns.waitingCallers).toBe(1);

  run('a6');
  run('c1');
  await turnOfLoop();
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1']);

  for (let n = 0; n < 2; n += 1) {
    jest.advanceTimersByTime(30);
    for (let turn = 0; turn < 5; turn += 1) await turnOfLoop();
  }
  // The last two are few enough to be served in each turn.
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4', 'a5', 'a6']);
  jest.useRealTimers();
});
