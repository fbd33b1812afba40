import type { Config } from '../config.js';
import { AppError } from '../errors/app-error.js';
import type { Logger } from '../logging.js';
import {
  AttemptCounters,
  AttemptLimits,
  type AttemptLimit,
  type AttemptUse,
} from './attempt-limits.js';

const LIMIT: AttemptLimit = { name: 'test', count: 5, windowS: 900, then: 'delay' };
const TO_THE_END: AttemptLimit = { ...LIMIT, name: 'to-the-end', then: 'refuse' };
const use = (limit: AttemptLimit, ...by: string[]): AttemptUse => ({ limit, by });

const warn = jest.fn();
let limits: AttemptLimits;
let checked: number;

const check = async (isRight: boolean) => {
  checked += 1;
  await new Promise<void>((done) => process.nextTick(done));
  if (!isRight) throw new AppError('auth.invalid_credentials');
};

/** @returns 'right', or the code of the error */
const attempt = (isRight: boolean, uses = [use(LIMIT, 'anna')]): Promise<string> =>
  limits
    .guard(uses, () => check(isRight))
    .then(
      () => 'right',
      (error: AppError) => error.code,
    );

const many = (count: number, isRight: boolean, uses?: AttemptUse[]) =>
  Promise.all(Array.from({ length: count }, () => attempt(isRight, uses)));

const REFUSED = 'auth.too_many_attempts';
const WRONG = 'auth.invalid_credentials';

function create(rateLimits = true): AttemptLimits {
  const config = { rateLimits } as Config;
  return new AttemptLimits(config, { warn } as unknown as Logger, new AttemptCounters(config));
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
  warn.mockClear();
  limits = create();
  checked = 0;
});

afterEach(() => jest.useRealTimers());

it.each([LIMIT, TO_THE_END])(
  '$then: of 120 wrong attempts at once five are checked',
  async (limit) => {
    await many(120, false, [use(limit, 'anna')]);
    expect(checked).toBe(5);
  },
);

it.each([LIMIT, TO_THE_END])(
  '$then: two hundred right attempts at once all pass',
  async (limit) => {
    expect(new Set(await many(200, true, [use(limit, 'anna')]))).toEqual(new Set(['right']));
  },
);

it.each([LIMIT, TO_THE_END])('$then: right attempts wait for wrong ones', async (limit) => {
  const uses = [use(limit, 'anna')];
  const [, right] = await Promise.all([many(4, false, uses), many(50, true, uses)]);
  expect(new Set(right)).toEqual(new Set(['right']));
});

it('delays by 1, 2, 4 … 60 seconds, which a right attempt gives back', async () => {
  await many(5, false);
  for (const delayS of [1, 2, 4, 8, 16, 32, 60, 60]) {
    jest.advanceTimersByTime(delayS * 1_000 - 1);
    expect(await attempt(true)).toBe(REFUSED);
    jest.advanceTimersByTime(1);
    expect(await many(2, true)).toEqual(['right', 'right']);
    expect((await many(9, false)).toSorted()).toEqual([WRONG, ...Array<string>(8).fill(REFUSED)]);
  }
});

it('logs once in a window that a limit is used up', async () => {
  await many(4, false);
  await many(9, true);
  expect(warn).not.toHaveBeenCalled();
  await many(9, false);
  jest.advanceTimersByTime(1_000);
  await attempt(false);
  expect(warn.mock.calls).toEqual([[{ limit: 'test' }, 'a limit on attempts is used up']]);
});

it('does not take one account and address for another', async () => {
  await many(5, false, [use(LIMIT, 'a', 'bc')]);
  expect(await attempt(true, [use(LIMIT, 'ab', 'c')])).toBe('right');
});

it('refuses until the window ends', async () => {
  const uses = [use(TO_THE_END, 'anna')];
  await many(5, false, uses);
  jest.advanceTimersByTime(15 * 60_000 - 1);
  expect(await attempt(true, uses)).toBe(REFUSED);
  jest.advanceTimersByTime(1);
  expect(await attempt(true, uses)).toBe('right');
});

it('counts each key separately, and nothing where another limit refuses', async () => {
  const account = use({ ...LIMIT, name: 'account', count: 10 }, 'anna');
  const uses = [use(LIMIT, 'anna', 'house'), account];
  await many(40, false, uses);
  expect(checked).toBe(5);
  expect(await attempt(true, uses)).toBe(REFUSED);
  expect(await many(4, false, [account])).toEqual([WRONG, WRONG, WRONG, WRONG]);
  expect(await attempt(true, [account])).toBe('right');
});

it.each([
  ['a busy server', new AppError(REFUSED)],
  ['an outage', new AppError('system.unavailable')],
  ['a fault', new Error('broken')],
])('does not count %s', async (_case, error) => {
  for (let n = 0; n < 20; n += 1) {
    await expect(limits.guard([use(LIMIT, 'anna')], () => Promise.reject(error))).rejects.toBe(
      error,
    );
  }
  expect(await attempt(true)).toBe('right');
});

it('checks everything while rate limits are off', async () => {
  limits = create(false);
  await many(20, false);
  expect(checked).toBe(20);
});
