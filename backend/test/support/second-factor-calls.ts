import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { CreatedRecoveryCodes, SecondFactorSetUp, SignedIn } from '../../src/contract/http.js';
import { call, type Reply } from './client.js';
import { ORIGIN, type TestApp } from './start-app.js';

export const OWN_PASSWORD = 'hemligt-nog-för-alla';

/** An account, signed in with the password alone. */
export interface Account {
  email: string;
  userId: string;
  token: string;
}

/** A browser that has typed the right password of an account with two-step sign-in. */
export interface Challenged {
  cookie: string;
}

/** The `step`-th code of an app from now, as the app of a phone shows it then. */
export const appCode = (app: TestApp, secret: string, step = 0): string =>
  new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() + step * 30_000 });

/** @returns the cookies of an answer, as its browser sends them */
export const cookiesOf = ({ headers }: Reply<unknown>): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

/** Makes accounts with two-step sign-in, and signs them in. */
export function secondFactorCalls(running: { app: TestApp }) {
  const post = <T = unknown>(token: string, action: string, body: object) =>
    call<T>(running.app, `POST /auth/second-factor/${action}`, { token, body });

  const enter = (email: string, password = OWN_PASSWORD, cookie?: string) =>
    call<SignedIn>(running.app, 'POST /auth/sign-in', {
      body: { email, password },
      ...(cookie && { headers: { cookie } }),
    });

  return {
    enter,
    post,
    newAccount: async (): Promise<Account> => {
      const email = `${randomUUID()}@resq.example`;
      const body = { email, password: OWN_PASSWORD };
      const answer = await call<SignedIn>(running.app, 'POST /auth/sign-up', { body });
      return { email, userId: answer.body.user.id, token: answer.body.accessToken };
    },
    setUp: (token: string, password = OWN_PASSWORD) =>
      post<SecondFactorSetUp>(token, 'set-up', { password }),
    /** Turns it on with the previous code, so that the present one is still unused. */
    turnOn: async (token: string, password = OWN_PASSWORD) => {
      const { body } = await post<SecondFactorSetUp>(token, 'set-up', { password });
      const code = appCode(running.app, body.secret, -1);
      const on = await post<CreatedRecoveryCodes>(token, 'turn-on', { code });
      return { secret: body.secret, recoveryCodes: on.body.recoveryCodes };
    },
    /** Types the right password in a browser. */
    challenge: async (email: string, password?: string, cookie?: string): Promise<Challenged> => ({
      cookie: cookiesOf(await enter(email, password, cookie)),
    }),
    /** Types a code in that browser. */
    finish: (
      { cookie }: Challenged,
      code: string,
      headers: Record<string, string> = { origin: ORIGIN, 'x-resq': '1' },
    ) =>
      call<SignedIn>(running.app, 'POST /auth/sign-in/code', {
        body: { code },
        headers: { cookie, ...headers },
      }),
  };
}
