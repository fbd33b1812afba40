import { AttemptQueue } from './attempt-queue.js';

const free = () => Promise.resolve({ reserved: 'place', full: [] as string[] });
const full =
  (...keys: string[]) =>
  () =>
    Promise.resolve({ reserved: 'none', full: keys });

it('refuses where nothing runs that could give a place of one of the full limits back', async () => {
  const queue = new AttemptQueue();
  expect(await queue.enter(['account'], free)).toBe('place');
  expect(await queue.enter(['account', 'address'], full('account', 'address'))).toBeUndefined();
  expect(await queue.enter(['address', 'account'], full('address', 'account'))).toBeUndefined();
});

it('waits for an attempt that runs, and for none that could not reserve', async () => {
  const queue = new AttemptQueue();
  const failed = queue.enter(['account'], () => Promise.reject(new Error('no counters')));
  await expect(failed).rejects.toThrow('no counters');
  expect(await queue.enter(['account'], full('account'))).toBeUndefined();
  expect(await queue.enter(['account'], free)).toBe('place');
  const reserve = jest.fn(free).mockImplementationOnce(full('account'));
  const waiting = queue.enter(['account'], reserve);
  await new Promise(setImmediate);
  expect(reserve).toHaveBeenCalledTimes(1);
  queue.leave(['account']);
  expect(await waiting).toBe('place');
});

it('waits for the attempts that still run after one has ended', async () => {
  const queue = new AttemptQueue();
  for (let n = 0; n < 2; n += 1) await queue.enter(['account'], free);
  queue.leave(['account']);
  const reserve = jest.fn(free).mockImplementationOnce(full('account'));
  const waiting = queue.enter(['account'], reserve);
  await new Promise(setImmediate);
  queue.leave(['account']);
  expect(await waiting).toBe('place');
});
