import { GroupLoader } from './group-loader.js';

/** Calls that the test answers itself. */
function calls() {
  const asked: string[][] = [];
  const answers: ((error?: Error) => void)[] = [];
  const ask = (keys: string[]) => {
    asked.push(keys);
    return new Promise<Map<string, string>>((resolve, reject) => {
      answers.push((error) =>
        error ? reject(error) : resolve(new Map(keys.map((key) => [key, `<${key}>`]))),
      );
    });
  };
  return { asked, answer: (error?: Error) => answers.shift()?.(error), ask };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('asks for a single key at once, and for those that come meanwhile together', async () => {
  const { asked, answer, ask } = calls();
  const loader = new GroupLoader(ask, 10);
  const first = loader.load('a');
  expect(asked).toEqual([['a']]);
  const rest = [loader.load('b'), loader.load('c'), loader.load('b'), loader.load('a')];
  await turn();
  expect(asked).toHaveLength(1);
  answer();
  expect(await first).toBe('<a>');
  await turn();
  // The key of the first call is asked for again, because its state may have changed since.
  expect(asked).toEqual([['a'], ['b', 'c', 'a']]);
  answer();
  expect(await Promise.all(rest)).toEqual(['<b>', '<c>', '<b>', '<a>']);
  await turn();
  const next = loader.load('d');
  expect(asked).toHaveLength(3);
  answer();
  expect(await next).toBe('<d>');
});

it('asks for no more keys at once than it may', async () => {
  const { asked, answer, ask } = calls();
  const loader = new GroupLoader(ask, 2);
  const all = Promise.all(['a', 'b', 'c', 'd'].map((key) => loader.load(key)));
  for (let n = 0; n < 3; n += 1) {
    answer();
    await turn();
  }
  expect(await all).toEqual(['<a>', '<b>', '<c>', '<d>']);
  expect(asked).toEqual([['a'], ['b', 'c'], ['d']]);
});

it('fails only the requests of a failed call, and goes on', async () => {
  const { answer, ask } = calls();
  const loader = new GroupLoader(ask, 10);
  const first = loader.load('a');
  const second = loader.load('b');
  answer(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  answer();
  expect(await second).toBe('<b>');
});

afterEach(() => void jest.useRealTimers());

it('asks for the next keys too when a call has no answer for 250 ms', async () => {
  jest.useFakeTimers();
  const { asked, answer, ask } = calls();
  const loader = new GroupLoader(ask, 10);
  const hung = loader.load('a');
  const next = loader.load('b');
  await jest.advanceTimersByTimeAsync(249);
  expect(asked).toHaveLength(1);
  // The second step runs the immediate that ends the wait.
  await jest.advanceTimersByTimeAsync(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([['a'], ['b']]);
  answer(new Error('dead'));
  await expect(hung).rejects.toThrow('dead');
  answer();
  expect(await next).toBe('<b>');
});

it('returns undefined for a key that is not found', async () => {
  const loader = new GroupLoader(() => Promise.resolve(new Map<string, string>()), 10);
  expect(await loader.load('a')).toBeUndefined();
});
