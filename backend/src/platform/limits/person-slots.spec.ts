import type { Config } from '../config.js';
import { REQUEST_LIMIT } from './person-limits.js';
import { PersonSlots } from './person-slots.js';

const LIMIT = { ...REQUEST_LIMIT, atOnce: 2 };
const slotsWith = (rateLimits: boolean) => new PersonSlots({ rateLimits } as Config);
const settle = () => new Promise((done) => setImmediate(done));

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
