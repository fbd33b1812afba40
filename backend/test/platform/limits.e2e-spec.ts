import { randomUUID } from 'node:crypto';
import { call, signIn, type Person } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** The limits of the specification's section 5, for callers that do not use our pages. */

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'off' } });
  admin = await signIn(app, 'admin');
});

afterAll(() => app.close());

const text = (length: number): string => 'a'.repeat(length);

/** @returns an e-mail of `length` characters: 64 before the @, labels of up to 63 after it */
function emailOf(length: number): string {
  const labels = [text(63), text(63), text(length - 65 - 128 - '.example'.length)];
  return `${text(64)}@${labels.join('.')}.example`;
}

type Row = [what: string, value: unknown, message?: string];

const MALFORMED: Row[] = [
  ['missing', undefined, 'Ogiltig e-postadress'],
  ['empty', '', 'Ogiltig e-postadress'],
  ['without an @', 'anna.resq.example', 'Ogiltig e-postadress'],
  ['without a domain', 'anna@', 'Ogiltig e-postadress'],
  ['a number', 7, 'Ogiltig e-postadress'],
  ['a list', ['anna@resq.example'], 'Ogiltig e-postadress'],
  ['of 256 characters', emailOf(256), 'Ogiltig e-postadress'],
];
const PASSWORDS: Row[] = [
  ['missing', undefined, 'Lösenordet måste vara minst 6 tecken'],
  ['of 5 characters', text(5), 'Lösenordet måste vara minst 6 tecken'],
  ['of 101 characters', text(101), 'Lösenordet får max vara 100 tecken'],
];

describe.each(['sign-in', 'sign-up'])('%s', (route) => {
  const send = (change: object) =>
    call(app, `POST /auth/${route}`, {
      body: { email: `${randomUUID()}@resq.example`, password: 'hemligt-nog', ...change },
    });

  it.each(MALFORMED)('refuses an e-mail %s', async (_what, email, message) => {
    const { status, body } = await send({ email });
    expect([status, body.error.fields]).toEqual([400, { email: message }]);
  });

  it.each(PASSWORDS)('refuses a password %s', async (_what, password, message) => {
    const { status, body } = await send({ password });
    expect([status, body.error.fields]).toEqual([400, { password: message }]);
  });

  it.each([
    ['an e-mail of 255 characters', { email: emailOf(255) }],
    ['a password of 6 characters', { password: text(6) }],
    ['a password of 100 characters', { password: text(100) }],
  ])('accepts %s', async (_what, change) => {
    // The accounts do not exist, so 401 at the sign-in shows that the input was accepted.
    expect((await send(change)).status).toBe(route === 'sign-up' ? 201 : 401);
  });
});

describe('a code that an administrator creates', () => {
  const letters = (): string => randomUUID().slice(0, 4).toUpperCase();
  const create = (change: object) =>
    call<{ maxUses: number | null; useCount: number }>(app, 'POST /admin/codes', {
      ...admin,
      body: { code: `${letters()}-${letters()}`, ...change },
    });

  it.each<[string, string, unknown, string]>([
    ['a name of 101 characters', 'name', text(101), 'Namnet får max vara 100 tecken'],
    ['a malformed e-mail', 'email', 'anna', 'Ogiltig e-postadress'],
    [
      'an e-mail of 256 characters',
      'email',
      emailOf(256),
      'E-postadressen får max vara 255 tecken',
    ],
    ['a company of 201 characters', 'company', text(201), 'Företaget får max vara 200 tecken'],
    ['a code of 8 characters', 'code', 'ABCD-123', 'Koden måste vara i formatet XXXX-XXXX'],
    ['a code of 10 characters', 'code', 'ABCD-12345', 'Koden måste vara i formatet XXXX-XXXX'],
    ['a code in lower case', 'code', 'abcd-1234', 'Koden måste vara i formatet XXXX-XXXX'],
    ['no code', 'code', undefined, 'Koden måste vara i formatet XXXX-XXXX'],
  ])('is refused with %s', async (_what, field, value, message) => {
    const { status, body } = await create({ [field]: value });
    expect([status, body.error.fields]).toEqual([400, { [field]: message }]);
  });

  it.each<[string, object]>([
    ['no other field', {}],
    ['empty texts', { name: '', email: '', company: '' }],
    ['everything at its limit', { name: text(100), email: emailOf(255), company: text(200) }],
  ])('can be created with %s, for any number of uses', async (_what, change) => {
    const { status, body } = await create(change);
    expect([status, body.maxUses, body.useCount]).toEqual([201, null, 0]);
  });

  it('refuses a limit, counter or id that the caller sends', async () => {
    for (const change of [{ maxUses: 1 }, { useCount: 7 }, { id: randomUUID() }]) {
      expect((await create(change)).status).toBe(400);
    }
  });
});
