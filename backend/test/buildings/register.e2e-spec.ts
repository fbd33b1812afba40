import type { BuildingDetails, Member, Page } from '../../src/contract/http.js';
import { call, newPerson } from '../support/client.js';
import {
  accept,
  add,
  change,
  clear,
  letter,
  link,
  list,
  lookUp,
  path,
  poster,
  refusal,
  register,
  remove,
  textOf,
  tokenIn,
  useRegister,
} from '../support/register-calls.js';

/** The list of a building's homes, and joining with one of them. */

useRegister();

const FLOORS = [
  '1001',
  '1002',
  ...[11, 12, 13].flatMap((f) => [1, 2, 3, 4].map((n) => `${f}0${n}`)),
];

const moveTo = (name: string, entrance: string | null, apartment: string) =>
  register.app.database.query(
    `update memberships m set entrance = $2, apartment = $3 from users u
      where u.id = m.user_id and u.email = $1 || '@resq.example'`,
    [name, entrance, apartment],
  );

describe('the list', () => {
  it('of the demo building has fourteen homes', async () => {
    expect((await list()).map(textOf)).toEqual(FLOORS);
    const { body } = await call<BuildingDetails>(register.app, path('GET'), register.anna);
    expect(body).toMatchObject({ homes: 14, homesKnown: 3 });
  });

  it('marks a home that has a member and is not in it', async () => {
    await clear();
    expect((await list()).map(textOf)).toEqual(['1102?', '1201?', '1301?']);
    await add(undefined, '1201', '1401');
    expect((await list()).map(textOf)).toEqual(['1102?', '1201', '1301?', '1401']);
    const { body } = await call<BuildingDetails>(register.app, path('GET'), register.anna);
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

  it('takes a home without an entrance for one of its own where others bring a second entrance', async () => {
    await clear();
    await add('A', '1101', '1102');
    const added = await change({
      add: [{ entrance: 'B', apartments: ['1001', '1002'] }, { apartments: ['1101', '1102'] }],
    });
    expect(added.status).toBe(200);
    expect(added.body.items.filter(({ listed }) => listed).map(textOf)).toEqual([
      '1101',
      '1102',
      'A1101',
      'A1102',
      'B1001',
      'B1002',
    ]);
  });

  it('gives up a home only when nobody lives or waits there, and ends its invitations', async () => {
    expect(refusal(await remove('1104', '1201'))).toEqual([409, 'home.in_use']);
    expect(await list()).toHaveLength(14);
    const person = await newPerson(register.app);
    const { code = '' } = await poster();
    await accept(person, code, { apartment: '1104' });
    expect(refusal(await remove('1104'))).toEqual([409, 'home.in_use']);
    const { code: lost } = await letter('1103');
    expect((await remove('1103')).status).toBe(200);
    expect((await list()).map(textOf)).not.toContain('1103');
    expect((await lookUp(lost)).status).toBe(404);
  });

  it('keeps a home of whom names no entrance while another one has members', async () => {
    await clear();
    await add('A', '1001');
    await add(undefined, '1002');
    await moveTo('anna', 'B', '1201');
    await moveTo('karl', null, '1002');
    expect(refusal(await remove('1002'))).toEqual([409, 'home.in_use']);
    expect((await list()).map(textOf)).toContain('1002');
  });

  it('has at most a thousand homes', async () => {
    const all = Array.from({ length: 1_001 }, (_, n) => String(2_000 + n));
    expect(refusal(await add(undefined, ...all))).toEqual([409, 'home.too_many']);
    expect(refusal(await add(undefined, ...all.slice(0, 987)))).toEqual([409, 'home.too_many']);
    expect((await add(undefined, ...all.slice(0, 986))).body.items).toHaveLength(1_000);
  });

  it('records what has changed, and nothing else', async () => {
    await add(undefined, '1001', '1401');
    await add(undefined, '1401');
    await remove('1999');
    // Two entries of one millisecond have no order.
    register.app.clock.step(1_000);
    await remove('1401');
    const entries = await register.app.database.query<{ details: object }[]>(
      `select details from audit_log where building_id = $1 and action = 'homes.changed' order by at`,
      [register.anna.buildingId],
    );
    expect(entries.map(({ details }) => details)).toEqual([
      { added: 1, removed: 0 },
      { added: 0, removed: 1 },
    ]);
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

describe('joining', () => {
  it.each([
    (code: string) => ` ${code.toLowerCase()} `,
    (code: string) => code.replace(/(.{4})(?=.)/g, '$1-'),
    (code: string) => `${code.replace(/(.{4})(?=.)/g, '$1\u2013')}.`,
    (code: string) => `<${code.replace(/(.{4})(?=.)/g, '$1\u00a0')}>`,
    (code: string) => `\u200b${code.replace(/(.{4})(?=.)/g, '$1\u200b')}`,
  ])('takes a typed code as people and programs spell it (%#)', async (spelling) => {
    for (const code of [(await poster()).code ?? '', (await letter('1104')).code]) {
      expect((await lookUp(spelling(code))).status).toBe(200);
      const person = await newPerson(register.app);
      expect((await accept(person, spelling(code), { apartment: '1104' })).status).toBe(201);
    }
  });

  it('asks once about a home that the list does not have', async () => {
    const token = tokenIn((await link()).body);
    const person = await newPerson(register.app);
    expect(refusal(await accept(person, token, { apartment: '1501' }))).toEqual([
      409,
      'home.not_listed',
    ]);
    const joined = await accept(person, token, { apartment: '1501', unlisted: true });
    expect(joined.body).toMatchObject({ apartment: '1501', status: 'active' });
  });

  it('offers the entrances that exist, and keeps the list’s spelling', async () => {
    await clear();
    await add('Uppgång B', '1001');
    await add('A', '1001');
    const { code } = await letter('1001');
    expect((await lookUp(code)).body.entrances).toEqual(['A', 'Uppgång B']);
    const joined = await accept(await newPerson(register.app), code, {
      entrance: 'b',
      apartment: '1001',
    });
    expect(joined.body).toMatchObject({ entrance: 'Uppgång B', apartment: '1001' });
  });

  it.each(['resident', 'manager'])(
    'lets in who waits by a %s’s personal link, in the home that they gave',
    async (role) => {
      const person = await newPerson(register.app);
      const { code = '' } = await poster();
      const waiting = await accept(person, code, { apartment: '1104' });
      expect(waiting.body.status).toBe('pending');
      const token = tokenIn((await link(undefined, role)).body);
      register.app.clock.step(1_000);
      const { status, body } = await accept(person, token, {});
      expect(status).toBe(201);
      expect(body).toEqual({ ...waiting.body, status: 'active', role });
      const { items } = (
        await call<Page<Member>>(register.app, path('GET', '/members'), register.anna)
      ).body;
      expect(items.find(({ id }) => id === body.id)).toMatchObject({ status: 'active', role });
      expect(
        (await accept(await newPerson(register.app), token, { apartment: '1104' })).status,
      ).toBe(404);
      const [entry] = await register.app.database.query<object[]>(
        `select actor_id as actor, details from audit_log
          where subject_id = $1 and action = 'membership.changed' order by at desc limit 1`,
        [body.id],
      );
      expect(entry).toEqual({ actor: person.userId, details: { role, status: 'active' } });
    },
  );

  it('takes no home from a manager who lives elsewhere, and from a resident always one', async () => {
    const linkFor = async (role: string) => tokenIn((await link(undefined, role)).body);
    const person = await newPerson(register.app);
    const refused = await accept(person, await linkFor('resident'), {});
    expect([refused.status, refused.body.error.fields]).toEqual([
      400,
      { apartment: 'Ange fyra siffror i lägenhetsnumret' },
    ]);
    const joined = await accept(person, await linkFor('manager'), { apartment: '' });
    expect(joined.body).toMatchObject({ role: 'manager', apartment: '' });
  });
});

describe('approving', () => {
  const wait = async () => {
    const person = await newPerson(register.app);
    const { code = '' } = await poster();
    const home = { entrance: 'A', apartment: '1104', unlisted: true };
    const { status, body } = await accept(person, code, home);
    expect([status, body.status]).toEqual([201, 'pending']);
    const own = (change: object) =>
      call(register.app, `PATCH /memberships/${body.id}`, { token: person.token, body: change });
    const answer = (change: object) =>
      call<Member>(register.app, path('PATCH', `/members/${body.id}`), {
        token: register.anna.token,
        body: change,
      });
    return { id: body.id, own, answer };
  };
  const SEEN = { name: 'Nils Ny', entrance: 'A', apartment: '1104' };

  it.each([{ name: 'Nisse Ny' }, { apartment: '1201' }, { entrance: '' }])(
    'is refused when the one who waits has become %j, which the manager has not seen',
    async (change) => {
      const { id, own, answer } = await wait();
      expect((await own(change)).status).toBe(200);
      for (const status of ['active', 'revoked']) {
        expect(refusal(await answer({ status, seen: SEEN }))).toEqual([
          409,
          'membership.not_as_seen',
        ]);
      }
      const { entrance, ...now } = { ...SEEN, ...change };
      const seen = { ...now, ...(entrance && { entrance }) };
      expect((await answer({ status: 'active', seen })).body).toMatchObject({
        ...seen,
        status: 'active',
      });
      const [{ details } = {}] = await register.app.database.query<{ details?: object }[]>(
        `select details from audit_log where actor_id = $1 and subject_id = $2 and action = 'membership.changed'`,
        [register.anna.userId, id],
      );
      // The log holds no names.
      expect(details).toEqual({ status: 'active' });
    },
  );

  it('stays as it was for a client that does not say what was seen', async () => {
    const { own, answer } = await wait();
    await own({ apartment: '1201' });
    expect((await answer({ status: 'active' })).body).toMatchObject({ apartment: '1201' });
  });

  it.each([null, 'Nils Ny', [SEEN], {}, { ...SEEN, id: 'x' }])('takes no %j', async (seen) => {
    const { answer } = await wait();
    expect((await answer({ status: 'active', seen })).status).toBe(400);
  });
});
