import { createLogger } from '../logging.js';
import { retryUntilAvailable } from '../retry.js';

const failingOnce = (code: string) => {
  const failures = [Object.assign(new Error(code), { code })];
  return () => {
    const failure = failures.pop();
    return failure ? Promise.reject(failure) : Promise.resolve('done');
  };
};
const start = (code: string): Promise<string> =>
  retryUntilAvailable(failingOnce(code), {
    signal: new AbortController().signal,
    logger: createLogger('silent'),
  });

it.each([
  ['a lost connection', '08006'],
  ['a lock that another node held for too long', '55P03'],
  ['a deadlock with another node', '40P01'],
  ['a transaction that was idle for too long on a busy machine', '25P03'],
])('tries again after %s', async (_, code) => {
  expect(await start(code)).toBe('done');
});

it.each([
  ['a wrong password', '28P01'],
  ['a read-only database', '25006'],
  ['a missing table', '42P01'],
])('throws %s at once, because an operator must mend it', async (_, code) => {
  await expect(start(code)).rejects.toMatchObject({ code });
});
