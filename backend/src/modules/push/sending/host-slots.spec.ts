import { setImmediate as nextTurn } from 'node:timers/promises';
import { HostSlots } from './host-slots.js';

const AT_ONCE = 2;

/** Work that lasts until it is told to end. */
function pending() {
  let isRunning = false;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = () => {
    isRunning = true;
    return ended;
  };
  return { work, end: () => end(), isRunning: () => isRunning };
}

it('runs so many requests to a host at once, the others in their turn, and other hosts beside', async () => {
  const slots = new HostSlots(AT_ONCE);
  const [first, second, third] = [pending(), pending(), pending()];
  const other = pending();
  const runs = [first, second, third].map(({ work }) => slots.run('slow', work));
  runs.push(slots.run('other', other.work));
  await nextTurn();
  expect([first, second, third, other].map((one) => one.isRunning())).toEqual([
    true,
    true,
    false,
    true,
  ]);
  second.end();
  await nextTurn();
  expect(third.isRunning()).toBe(true);
  for (const one of [first, third, other]) one.end();
  await Promise.all(runs);
});

it('frees the slot of a request that failed', async () => {
  const slots = new HostSlots(1);
  const failed = slots.run('host', () => Promise.reject(new Error('refused')));
  const next = slots.run('host', () => Promise.resolve('sent'));
  await expect(failed).rejects.toThrow('refused');
  expect(await next).toBe('sent');
});
