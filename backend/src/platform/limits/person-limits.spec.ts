import type { Config } from '../config.js';
import type { Logger } from '../logging.js';
import { PersonLimits, type Limit } from './person-limits.js';

const LIMIT: Limit = { name: 'press', count: 3, windowS: 60, code: 'alarm.rate_limited' };
const OTHER: Limit = { ...LIMIT, name: 'other', count: 1 };
const warn = jest.fn();
const create = (rateLimits: boolean) =>
  new PersonLimits({ rateLimits } as Config, { warn } as unknown as Logger);

let limits: PersonLimits;

beforeEach(() => {
  jest.useFakeTimers();
  warn.mockClear();
  limits = create(true);
});

afterEach(() => jest.useRealTimers());

const many = async (count: number, userId = 'anna', limit = LIMIT) => {
  const allowed: boolean[] = [];
  for (let n = 0; n < count; n += 1) allowed.push(await limits.allows(limit, userId));
  return allowed;
};
const refused = expect.objectContaining({ code: 'alarm.rate_limited' }) as Error;

it('allows so many requests within the window, for each person and limit separately', async () => {
  expect(await many(4)).toEqual([true, true, true, false]);
  expect(await many(1, 'karl')).toEqual([true]);
  expect(await many(2, 'anna', OTHER)).toEqual([true, false]);
  jest.advanceTimersByTime(60_000);
  expect(await many(4)).toEqual([true, true, true, false]);
});

it('refuses with the code of the limit', async () => {
  await many(2);
  await limits.take(LIMIT, 'anna');
  await expect(limits.take(LIMIT, 'anna')).rejects.toEqual(refused);
});

it('counts what is not checked yet apart, and refuses it once the person has used up the limit', async () => {
  const take = (signIn: string) => limits.takeUnchecked(LIMIT, 'anna', signIn);
  for (let n = 0; n < 3; n += 1) await take('ended');
  await expect(take('ended')).rejects.toEqual(refused);
  await take('active');
  expect(await many(3)).toEqual([true, true, true]);
  await expect(take('active')).rejects.toEqual(refused);
});

it('logs the first refusal of a window, by the id of the person', async () => {
  await many(3);
  expect(warn).not.toHaveBeenCalled();
  await many(5);
  expect(warn.mock.calls).toEqual([
    [{ limit: 'press', userId: 'anna' }, 'person exceeded a rate limit'],
  ]);
});

it('allows everything while rate limits are off', async () => {
  limits = create(false);
  expect(await many(9)).not.toContain(false);
});

it('counts a repeated thing once within the window', async () => {
  // A process that has just started is younger than the window.
  jest.advanceTimersByTime(600_000);
  const take = (thing: string, userId = 'anna', limit = LIMIT) =>
    limits.takeOnce(limit, userId, thing);
  await take('p1');
  await take('p2');
  await take('p3');
  await expect(take('p4')).rejects.toEqual(refused);
  for (const thing of ['p1', 'p2', 'p3']) await take(thing);
  await expect(take('p4')).rejects.toEqual(refused);
  await take('p1', 'karl');
  await take('p1', 'anna', OTHER);
  await expect(take('p2', 'anna', OTHER)).rejects.toEqual(refused);
});

it('counts a thing again after the window', async () => {
  await many(2);
  await limits.takeOnce(LIMIT, 'anna', 'p1');
  jest.advanceTimersByTime(59_999);
  await limits.takeOnce(LIMIT, 'anna', 'p1');
  jest.advanceTimersByTime(1);
  await many(3);
  await expect(limits.takeOnce(LIMIT, 'anna', 'p1')).rejects.toEqual(refused);
});
