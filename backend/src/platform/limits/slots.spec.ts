import type { Config } from '../config.js';
import { REQUEST_LIMIT } from './person-limits.js';
import { PersonSlots, Slots } from './slots.js';

const LIMIT = { ...REQUEST_LIMIT, atOnce: 2 };
const slotsWith = (rateLimits: boolean) => new PersonSlots({ rateLimits } as Config);
const settle = () => new Promise((done) => setImmediate(done));

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

it('runs so much work of a key at once, the rest in its turn, and other keys beside', async () => {
  const slots = new Slots();
  const [first, second, third] = [pending(), pending(), pending()];
  const other = pending();
  const runs = [first, second, third].map(({ work }) => slots.run('slow', AT_ONCE, work));
  runs.push(slots.run('other', AT_ONCE, other.work));
  await settle();
  expect([first, second, third, other].map((one) => one.isRunning())).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(['slow', 'other', 'none'].map((key) => slots.waiting(key))).toEqual([1, 0, 0]);
  second.end();
  await settle();
  expect(third.isRunning()).toBe(true);
  for (const one of [first, third, other]) one.end();
  await Promise.all(runs);
});

it('frees the slot of work that failed', async () => {
  const slots = new Slots();
  const failed = slots.run('host', 1, () => Promise.reject(new Error('refused')));
  const next = slots.run('host', 1, () => Promise.resolve('sent'));
  await expect(failed).rejects.toThrow('refused');
  expect(await next).toBe('sent');
});

it('runs two requests of a person, and the third when one of them has ended', async () => {
  const slots = slotsWith(true);
  const [first] = [await slots.take(LIMIT, 'anna'), await slots.take(LIMIT, 'anna')];
  let isRunning = false;
  void slots.take(LIMIT, 'anna').then(() => (isRunning = true));
  await settle();
  expect(isRunning).toBe(false);
  first();
  await settle();
  expect(isRunning).toBe(true);
});

it('counts what runs after requests have ended, one or all of them', async () => {
  const slots = slotsWith(true);
  const take = () => slots.take(LIMIT, 'anna');
  const [first, second] = [await take(), await take()];
  first();
  const third = await take();
  let isRunning = false;
  const fourth = take().then((end) => {
    isRunning = true;
    return end;
  });
  await settle();
  expect(isRunning).toBe(false);
  second();
  for (const end of [third, await fourth]) end();
  await Promise.all([take(), take()]);
});

it('counts each person and each limit separately', async () => {
  const slots = slotsWith(true);
  const other = { ...LIMIT, name: 'another' };
  await Promise.all([LIMIT, LIMIT, other].map((limit) => slots.take(limit, 'anna')));
  await expect(slots.take(LIMIT, 'karl')).resolves.toBeInstanceOf(Function);
});

it('bounds nothing while rate limits are off or the limit has no bound', async () => {
  const many = Array.from({ length: 10 });
  await Promise.all(many.map(() => slotsWith(false).take(LIMIT, 'anna')));
  const slots = slotsWith(true);
  const { atOnce: _, ...unbounded } = LIMIT;
  await Promise.all(many.map(() => slots.take(unbounded, 'anna')));
});
