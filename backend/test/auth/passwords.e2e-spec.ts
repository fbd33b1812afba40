import { AccountsService } from '../../src/modules/auth/accounts.service.js';
import { Passwords } from '../../src/modules/auth/passwords/passwords.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { call, signIn, type Person } from '../support/client.js';
import { useBuilding } from '../support/building.js';
import { stopDate } from '../support/step-date.js';
import { INVALID, resetLinkCalls, NEW_PASSWORD, refusalOf } from '../support/reset-link-calls.js';

const building = useBuilding();

const { enter, signInStatus, reset, tokenFor } = resetLinkCalls(building);

const change = (person: Person, current: unknown, password: unknown = NEW_PASSWORD) =>
  call(building.app, 'POST /auth/password', { token: person.token, body: { current, password } });

afterEach(() => jest.restoreAllMocks());

describe('changing a known password', () => {
  it('ends all other sign-ins and reset links, but not this sign-in', async () => {
    const other = await signIn(building.app, 'karl');
    const [here, there] = [await building.open(building.karl), await building.open(other)];
    const token = await tokenFor(building.karl);
    expect((await change(building.karl, DEMO_PASSWORD)).status).toBe(204);
    expect(await there.until('session:end')).toEqual({ reason: 'signed_out' });
    expect([await signInStatus(building.karl), await signInStatus(other)]).toEqual([200, 401]);
    await here.roundTrip();
    expect(here.all('session:end')).toEqual([]);
    expect(refusalOf(await reset(token))).toEqual([404, INVALID]);
    expect((await enter('karl', DEMO_PASSWORD)).status).toBe(401);
    expect((await enter('karl', NEW_PASSWORD)).status).toBe(200);
  });

  it('is refused with an error at the field when the current password is wrong', async () => {
    const { status, body } = await change(building.karl, 'fel-lösenord');
    const message = 'Det nuvarande lösenordet stämmer inte.';
    expect([status, body.error]).toEqual([
      403,
      expect.objectContaining({
        code: 'auth.wrong_password',
        message,
        fields: { current: message },
      }),
    ]);
    expect((await enter('karl', DEMO_PASSWORD)).status).toBe(200);
  });

  it('requires a sign-in', async () => {
    const body = { current: DEMO_PASSWORD, password: NEW_PASSWORD };
    const answer = await call(building.app, 'POST /auth/password', { body });
    expect(answer.body.error.code).toBe('auth.required');
  });

  it.each([
    ['12345', 'Lösenordet måste vara minst 6 tecken'],
    ['x'.repeat(101), 'Lösenordet får max vara 100 tecken'],
    [undefined, 'Lösenordet måste vara minst 6 tecken'],
  ])('to %j is refused', async (password, message) => {
    const { token } = building.karl;
    const body = { current: DEMO_PASSWORD, password };
    const answer = await call(building.app, 'POST /auth/password', { token, body });
    expect([answer.status, answer.body.error.fields]).toEqual([400, { password: message }]);
  });

  it('requires 15 characters from an administrator', async () => {
    const admin = await signIn(building.app, 'admin');
    const { status, body } = await change(admin, DEMO_PASSWORD, 'x'.repeat(14));
    expect([status, body.error.fields]).toEqual([
      400,
      { password: 'Lösenordet måste vara minst 15 tecken' },
    ]);
    expect((await change(admin, DEMO_PASSWORD, 'x'.repeat(15))).status).toBe(204);
  });

  it('decides by the length of the new password whether the account may become an administrator', async () => {
    const accounts = building.app.app.get(AccountsService);
    await change(building.karl, DEMO_PASSWORD, 'x'.repeat(14));
    expect(await accounts.grantAdmin('karl@resq.example')).toBe('password_too_short');
    await change(building.karl, 'x'.repeat(14), 'x'.repeat(15));
    expect(await accounts.grantAdmin('karl@resq.example')).toBe('granted');
  });

  it('is delayed after five failures, and so are closing and exporting, for this user only', async () => {
    stopDate();
    for (let n = 0; n < 5; n += 1) await change(building.karl, 'fel-lösenord');
    const confirmed = { token: building.karl.token, body: { password: DEMO_PASSWORD } };
    for (const { status, body } of [
      await change(building.karl, DEMO_PASSWORD),
      await call(building.app, 'POST /auth/me/close', confirmed),
      await call(building.app, 'POST /auth/me/export', confirmed),
    ]) {
      expect([status, body.error.code]).toEqual([429, 'auth.too_many_attempts']);
    }
    expect((await change(building.lisa, DEMO_PASSWORD)).status).toBe(204);
  });
});

describe('a password that changes while the old one is checked', () => {
  /** Acts once, after a password was compared and before its comparison is used. */
  function whileChecked(way: 'check' | 'matches', act: () => Promise<unknown>): void {
    const passwords = building.app.app.get(Passwords);
    const compare = passwords[way].bind(passwords) as (...args: unknown[]) => Promise<unknown>;
    const thenAct = async (...args: unknown[]) => {
      const outcome = await compare(...args);
      await act();
      return outcome;
    };
    jest.spyOn(passwords, way).mockImplementationOnce(thenAct as never);
  }

  it('refuses a sign-in with the old one', async () => {
    const token = await tokenFor(building.karl);
    whileChecked('check', async () => expect((await reset(token)).status).toBe(204));
    const { status, body } = await enter('karl', DEMO_PASSWORD);
    expect([status, body.error.code]).toEqual([401, 'auth.invalid_credentials']);
  });

  it('is not changed again with the old one', async () => {
    const first = () => change(building.karl, DEMO_PASSWORD);
    whileChecked('matches', async () => expect((await first()).status).toBe(204));
    const { status, body } = await change(building.karl, DEMO_PASSWORD, 'ett annat lösenord');
    expect([status, body.error.code]).toEqual([403, 'auth.wrong_password']);
    expect((await enter('karl', NEW_PASSWORD)).status).toBe(200);
  });
});
