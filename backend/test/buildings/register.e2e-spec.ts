import type {
  BuildingDetails,
  CreatedInvitation,
  CreatedLetter,
  Invitation,
  InvitationView,
  ListedHome,
  Membership,
  Page,
} from '../../src/contract/http.js';
import { Housekeeping } from '../../src/platform/retention/retention.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

/** The list of a building's homes, letters to them, posters, and joining by these. */

const DAY_MS = 24 * 60 * 60_000;
const FLOORS = [
  '1001',
  '1002',
  ...[11, 12, 13].flatMap((f) => [1, 2, 3, 4].map((n) => `${f}0${n}`)),
];

let app: TestApp;
let anna: Person;

beforeEach(async () => {
  app = await freshApp();
  anna = await signIn(app, 'anna');
});

// The wrong codes of these tests would slow those of others.
afterAll(() => app.close());

const path = (method: string, rest = '') => `${method} /buildings/${anna.buildingId}${rest}`;
const list = async () =>
  (await call<Page<ListedHome>>(app, path('GET', '/homes'), anna)).body.items;
const change = (body: object) =>
  call<Page<ListedHome>>(app, path('PATCH', '/homes'), { token: anna.token, body });
const add = (entrance: string | undefined, ...apartments: string[]) =>
  change({ add: [{ ...(entrance && { entrance }), apartments }] });
const remove = (...apartments: string[]) => change({ remove: [{ apartments }] });
const textOf = ({ entrance = '', apartment, listed }: ListedHome) =>
  `${entrance}${apartment}${listed ? '' : '?'}`;
const letters = (...apartments: string[]) =>
  call<Page<CreatedLetter>>(app, path('POST', '/invitations/letters'), {
    token: anna.token,
    body: { homes: [{ apartments }] },
  });
const letter = async (apartment: string) => (await letters(apartment)).body.items[0]!;
const poster = async (entrance?: string) =>
  (
    await call<CreatedInvitation>(app, path('POST', '/invitations'), {
      token: anna.token,
      body: { kind: 'poster', entrance },
    })
  ).body;
const tokenIn = ({ url }: { url: string }) => new URL(url).hash.slice(1);
const lookUp = (token: string) =>
  call<InvitationView>(app, 'POST /invitations/look-up', { body: { token } });
const accept = ({ token: access }: Person, token: string, home: object) =>
  call<Membership>(app, 'POST /invitations/accept', {
    token: access,
    body: { token, name: 'Nils Ny', ...home },
  });
const refusal = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];
const clear = async () => {
  await app.database.query('delete from homes where building_id = $1', [anna.buildingId]);
};

describe('the list', () => {
  it('of the demo building has fourteen homes', async () => {
    expect((await list()).map(textOf)).toEqual(FLOORS);
    const { body } = await call<BuildingDetails>(app, path('GET'), anna);
    expect(body).toMatchObject({ homes: 14, homesKnown: 3 });
  });

  it('marks a home that has a member and is not in it', async () => {
    await clear();
    expect((await list()).map(textOf)).toEqual(['1102?', '1201?', '1301?']);
    await add(undefined, '1201', '1401');
    expect((await list()).map(textOf)).toEqual(['1102?', '1201', '1301?', '1401']);
    const { body } = await call<BuildingDetails>(app, path('GET'), anna);
    expect(body.homes).toBe(4);
  });

  it('keeps a home once, however its entrance is spelled, in its own spelling', async () => {
    await clear();
    await add('Uppgång B', '1001', '1001');
    await add('b', '1001', '1002');
    await add('A', '1001');
    expect((await list()).map(textOf).filter((one) => /[AB]1/.test(one))).toEqual([
      'A1001',
      'Uppgång B1001',
      'Uppgång B1002',
    ]);
  });

  it('gives up a home only when nobody lives or waits there, and ends its invitations', async () => {
    expect(refusal(await remove('1104', '1201'))).toEqual([409, 'home.in_use']);
    expect(await list()).toHaveLength(14);
    const person = await newPerson(app);
    const { code = '' } = await poster();
    await accept(person, code, { apartment: '1104' });
    expect(refusal(await remove('1104'))).toEqual([409, 'home.in_use']);
    const { code: lost } = await letter('1103');
    expect((await remove('1103')).status).toBe(200);
    expect((await list()).map(textOf)).not.toContain('1103');
    expect((await lookUp(lost)).status).toBe(404);
  });

  it('has at most a thousand homes', async () => {
    const all = Array.from({ length: 987 }, (_, n) => String(2_000 + n));
    expect(refusal(await add(undefined, ...all))).toEqual([409, 'home.too_many']);
    expect((await add(undefined, ...all.slice(1))).body.items).toHaveLength(1_000);
  });

  it.each([
    [{ add: [{ apartments: ['12A'] }] }, 'add.0.apartments'],
    [{ add: [{ apartments: [] }] }, 'add.0.apartments'],
    [{ add: [{ entrance: 'x'.repeat(41), apartments: ['1001'] }] }, 'add.0.entrance'],
    [{ add: 'A 1001' }, 'add'],
    [{ add: [{ apartments: ['1001'], extra: true }] }, 'add.0.extra'],
  ])('refuses %j and names %s', async (body, field) => {
    const { status, body: answer } = await change(body);
    expect([status, answer.error.code]).toEqual([400, 'request.invalid']);
    expect(Object.keys(answer.error.fields ?? {})).toEqual([field]);
  });
});

describe('a letter', () => {
  it('makes an active member of its home, once, by its link or its code', async () => {
    const { body } = await letters('1103', '1104');
    const [first, second] = body.items;
    expect(first).toMatchObject({ apartment: '1103' });
    expect(first?.code).toMatch(/^[A-HJ-NP-Z2-9]{12}$/);
    const spelled = first!.code.toLowerCase().replace(/(.{4})(?=.)/g, '$1 – ');
    expect((await lookUp(spelled)).body).toMatchObject({ apartment: '1103', role: 'resident' });
    const person = await newPerson(app);
    const joined = await accept(person, first!.code, { apartment: '1103' });
    expect(joined.body).toMatchObject({ status: 'active', apartment: '1103' });
    expect((await lookUp(tokenIn(first!))).status).toBe(404);
    expect(
      (await accept(await newPerson(app), tokenIn(second!), { apartment: '1104' })).status,
    ).toBe(201);
  });

  it('admits one of two who use it at the same moment', async () => {
    const { code } = await letter('1104');
    const both = await Promise.all([newPerson(app), newPerson(app)]);
    const answers = await Promise.all(both.map((one) => accept(one, code, { apartment: '1104' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
  });

  it('ends the earlier one of its home, and leaves those of other homes', async () => {
    const old = await letter('1103');
    const other = await letter('1104');
    const next = await letter('1103');
    expect((await lookUp(old.code)).status).toBe(404);
    expect((await lookUp(other.code)).status).toBe(200);
    expect((await lookUp(next.code)).status).toBe(200);
  });

  it('holds for sixty days', async () => {
    const { code } = await letter('1104');
    app.clock.step(60 * DAY_MS - 1);
    expect((await lookUp(code)).status).toBe(200);
    app.clock.step(1);
    expect((await lookUp(code)).status).toBe(404);
  });

  it('and links leave room for fifty invitations without a home, and for two with each', async () => {
    await letters(...FLOORS);
    const link = (apartment?: string) =>
      call(app, path('POST', '/invitations'), {
        token: anna.token,
        body: { kind: 'personal', apartment },
      });
    expect((await link('1104')).status).toBe(201);
    expect(refusal(await link('1104'))).toEqual([409, 'invitation.home_has_enough']);
    expect((await link()).status).toBe(201);
  });
});

describe('a poster', () => {
  it('can be printed again, and belongs to one entrance', async () => {
    const [a, b] = [await poster('A'), await poster('Uppgång B')];
    const { body } = await call<Page<Invitation>>(app, path('GET', '/invitations'), anna);
    expect(body.items.map(({ url, code }) => [url, code]).sort()).toEqual(
      [a, b].map(({ url, code }) => [url, code]).sort(),
    );
    const next = await poster('b');
    expect((await lookUp(a.code ?? '')).status).toBe(200);
    const gone = await lookUp(b.code ?? '');
    expect(refusal(gone)).toEqual([404, 'invitation.replaced']);
    expect(gone.body.error.message).toBe('Affischen är utbytt. Be styrelsen om den nya.');
    expect((await lookUp(tokenIn(next))).status).toBe(200);
  });

  it('that was withdrawn says nothing of another one', async () => {
    const { id, code = '' } = await poster();
    await call(app, path('DELETE', `/invitations/${id}`), anna);
    expect(refusal(await lookUp(code))).toEqual([404, 'invitation.not_found']);
  });

  it('is of no use to whom a manager has refused or removed; a personal link is', async () => {
    const { code = '' } = await poster();
    const person = await newPerson(app);
    const { body } = await accept(person, code, { apartment: '1104' });
    await call(app, path('DELETE', `/members/${body.id}`), anna);
    expect(refusal(await accept(person, code, { apartment: '1104' }))).toEqual([
      403,
      'membership.refused',
    ]);
    const { code: own } = await letter('1104');
    expect((await accept(person, own, { apartment: '1104' })).body.status).toBe('active');
  });

  it('lets twenty wait, for thirty days', async () => {
    const { code = '' } = await poster();
    const waiting = await accept(await newPerson(app), code, { apartment: '1104' });
    await app.database.query(
      `with made as (
         insert into users (id, email, password_hash, password_is_long, created_at)
         select gen_random_uuid(), n || '@waits.example', '', true, now()
           from generate_series(1, 19) n returning id)
       insert into memberships (id, user_id, building_id, role, status, name, apartment, created_at)
       select gen_random_uuid(), id, $1, 'resident', 'pending', 'Väntar', '1104', now() from made`,
      [anna.buildingId],
    );
    const late = await newPerson(app);
    expect(refusal(await accept(late, code, { apartment: '1104' }))).toEqual([
      409,
      'building.too_many_waiting',
    ]);
    await app.database.query(`update memberships set active_since = $2 where id = $1`, [
      waiting.body.id,
      new Date(app.clock.now().getTime() - 30 * DAY_MS - 1),
    ]);
    await app.app.get(Housekeeping).retire();
    expect((await accept(late, code, { apartment: '1104' })).status).toBe(201);
  });
});

describe('joining', () => {
  it('asks once about a home that the list does not have', async () => {
    const { code } = await letter('1104');
    const person = await newPerson(app);
    expect(refusal(await accept(person, code, { apartment: '1501' }))).toEqual([
      409,
      'home.not_listed',
    ]);
    const joined = await accept(person, code, { apartment: '1501', unlisted: true });
    expect(joined.body).toMatchObject({ apartment: '1501', status: 'active' });
  });

  it('offers the entrances that exist, and keeps the list’s spelling', async () => {
    await clear();
    await add('Uppgång B', '1001');
    await add('A', '1001');
    const { code } = await letter('1001');
    expect((await lookUp(code)).body.entrances).toEqual(['A', 'Uppgång B']);
    const joined = await accept(await newPerson(app), code, { entrance: 'b', apartment: '1001' });
    expect(joined.body).toMatchObject({ entrance: 'Uppgång B', apartment: '1001' });
  });

  it('takes no home from a manager who lives elsewhere, and from a resident always one', async () => {
    const link = async (role: string) => {
      const body = { kind: 'personal', role };
      const { token } = anna;
      const answer = await call<CreatedInvitation>(app, path('POST', '/invitations'), {
        token,
        body,
      });
      return tokenIn(answer.body);
    };
    const person = await newPerson(app);
    const refused = await accept(person, await link('resident'), {});
    expect([refused.status, refused.body.error.fields]).toEqual([
      400,
      { apartment: 'Ange fyra siffror i lägenhetsnumret' },
    ]);
    const joined = await accept(person, await link('manager'), { apartment: '' });
    expect(joined.body).toMatchObject({ role: 'manager', apartment: '' });
  });
});
