import type { SecondFactorStatus } from '../../src/contract/http.js';
import { HashThread } from '../../src/modules/auth/passwords/hash-thread.js';
import { Passwords } from '../../src/modules/auth/passwords/passwords.js';
import { call } from './client.js';
import { appCode, secondFactorCalls } from './second-factor-calls.js';
import { startApp, type TestApp } from './start-app.js';

export const WRONG = [403, 'second_factor.wrong_code'];

/** @returns the status and the error code of an answer */
export const codeOf = ({
  status,
  body,
}: {
  status: number;
  body: { error?: { code: string } };
}) => [status, body.error?.code];

/** Starts one application for all tests of a file, which make an account each. */
export function useSecondFactors() {
  const running = {} as { app: TestApp };
  const calls = secondFactorCalls(running);

  beforeAll(async () => {
    running.app = await startApp();
  });

  beforeEach(() => {
    // Comparing texts instead of hashes lets a test make an account in a few milliseconds.
    const passwords = running.app.app.get(Passwords);
    jest
      .spyOn(passwords, 'hashForSignUp')
      .mockImplementation((password) => Promise.resolve(password));
    jest
      .spyOn(HashThread.prototype, 'matches')
      .mockImplementation((hash, password) => Promise.resolve(hash === password));
  });

  afterEach(() => jest.restoreAllMocks());

  afterAll(() => running.app.close());

  return Object.assign(running, calls, {
    code: (secret: string, step?: number) => appCode(running.app, secret, step),
    status: async (token: string) =>
      (await call<SecondFactorStatus>(running.app, 'GET /auth/second-factor', { token })).body,
    withSecondFactor: async () => {
      const account = await calls.newAccount();
      return { ...account, ...(await calls.turnOn(account.token)) };
    },
    /** @returns the acts in alphabetical order, because the clock stands still */
    auditOf: async (userId: string): Promise<string[]> => {
      const rows = await running.app.database.query<{ action: string }[]>(
        `select action from audit_log
          where (actor_id = $1 or subject_id = $1) and action like 'second_factor.%' order by action`,
        [userId],
      );
      return rows.map(({ action }) => action.replace('second_factor.', ''));
    },
  });
}
