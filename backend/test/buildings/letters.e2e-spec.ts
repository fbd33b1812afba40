import type { Invitation, LogItem, Page } from '../../src/contract/http.js';
import { Housekeeping } from '../../src/platform/retention/retention.js';
import { call, newPerson, signIn } from '../support/client.js';
import {
  DAY_MS,
  accept,
  add,
  clear,
  letter,
  letters,
  lettersTo,
  link,
  list,
  lookUp,
  path,
  poster,
  refusal,
  register,
  tokenIn,
  useRegister,
} from '../support/register-calls.js';
import { promised } from '../support/wait-until.js';

/** Letters to homes, and the posters of entrances. */

useRegister();

describe('a letter', () => {
  it('makes an active member of its home, once, by its link or its code', async () => {
    const { body } = await letters('1103', '1104');
    const [first, second] = body.items;
    expect(first).toMatchObject({ apartment: '1103' });
    expect(first?.code).toMatch(/^[A-HJ-NP-Z2-9]{12}$/);
    const spelled = first!.code.toLowerCase().replace(/(.{4})(?=.)/g, '$1 – ');
    expect((await lookUp(spelled)).body).toMatchObject({ apartment: '1103', role: 'resident' });
    const person = await newPerson(register.app);
    const joined = await accept(person, first!.code, { apartment: '1103' });
    expect(joined.body).toMatchObject({ status: 'active', apartment: '1103' });
    expect((await lookUp(tokenIn(first!))).status).toBe(404);
    expect(
      (await accept(await newPerson(register.app), tokenIn(second!), { apartment: '1104' })).status,
    ).toBe(201);
  });

  const OTHER = 'Inbjudan gäller en annan lägenhet. Be styrelsen om en ny.';
  const refuses = async (answer: ReturnType<typeof accept>) => {
    const { status, body } = await answer;
    expect([status, body.error?.code, body.error?.fields]).toEqual([
      400,
      'invitation.other_home',
      { apartment: OTHER },
    ]);
  };

  it('admits to its home alone, however the entrance is spelled', async () => {
    await clear();
    await add('A', '1103', '1104');
    await add('B', '1103');
    const { body } = await lettersTo({ entrance: 'A', apartments: ['1103'] });
    const { code } = body.items[0]!;
    const person = await newPerson(register.app);
    for (const home of [
      { entrance: 'A', apartment: '1104' },
      { entrance: 'B', apartment: '1103' },
      { entrance: 'A', apartment: '1501', unlisted: true },
      { apartment: '1103' },
      {},
    ]) {
      await refuses(accept(person, code, home));
    }
    const joined = await accept(person, code, { entrance: 'uppg. a', apartment: '1103' });
    expect(joined.body).toMatchObject({ status: 'active', entrance: 'A', apartment: '1103' });
  });

  it('admits nobody who waits with another home, and stays open', async () => {
    const person = await newPerson(register.app);
    const { code: public_ = '' } = await poster();
    const { body: waiting } = await accept(person, public_, { apartment: '1104' });
    const [other, own] = [await letter('1103'), await letter('1104')];
    await refuses(accept(person, other.code, { apartment: '1103' }));
    expect((await accept(person, own.code, {})).body).toEqual({ ...waiting, status: 'active' });
    expect((await lookUp(other.code)).status).toBe(200);
  });

  it.each(['resident', 'manager'])('is like a %s’s link to a home', async (role) => {
    const token = tokenIn((await link('1103', role)).body);
    const person = await newPerson(register.app);
    await refuses(accept(person, token, { apartment: '1104' }));
    await refuses(accept(person, token, { apartment: '' }));
    expect((await accept(person, token, { apartment: '1103' })).body).toMatchObject({ role });
  });

  it('admits one of two who use it at the same moment', async () => {
    const { code } = await letter('1104');
    const both = await Promise.all([newPerson(register.app), newPerson(register.app)]);
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

  it('is one for a home that is named twice, in the spelling of the list', async () => {
    await clear();
    await add('Uppgång A', '1103');
    const homes = [undefined, 'a', 'uppg. A', 'A'];
    const { body } = await lettersTo(
      ...homes.map((entrance) => ({ ...(entrance && { entrance }), apartments: ['1103'] })),
    );
    expect(body.items).toMatchObject([{ entrance: 'Uppgång A', apartment: '1103' }]);
  });

  it('ends an earlier one from before its entrance was known', async () => {
    await clear();
    const old = await letter('1103');
    await add('A', '1103');
    const { body } = await lettersTo({ entrance: 'A', apartments: ['1103'] });
    expect((await lookUp(old.code)).status).toBe(404);
    expect((await lookUp(body.items[0]!.code)).status).toBe(200);
  });

  it('is made for all homes or for none: never for more than a thousand', async () => {
    const old = await letter('1104');
    const all = Array.from({ length: 1_001 }, (_, n) => String(2_000 + n));
    expect(refusal(await letters(...all))).toEqual([409, 'home.too_many']);
    expect(refusal(await lettersTo())).toEqual([400, 'request.invalid']);
    await link('1103');
    await link('1103');
    expect(refusal(await letters('1103', '1104'))).toEqual([409, 'invitation.home_has_enough']);
    expect((await lookUp(old.code)).status).toBe(200);
  });

  it('can be made for three hundred homes in a second, with one audit entry', async () => {
    await add(undefined, ...Array.from({ length: 286 }, (_, n) => String(2_000 + n)));
    const homes = (await list()).map(({ apartment }) => apartment);
    const startMs = performance.now();
    const { body } = await letters(...homes);
    expect(performance.now() - startMs).toBeLessThan(promised(1_000));
    expect(body.items).toHaveLength(300);
    const entries = await register.app.database.query<object[]>(
      `select details from audit_log where building_id = $1 and details ->> 'kind' = 'letter'`,
      [register.anna.buildingId],
    );
    expect(entries).toEqual([{ details: { kind: 'letter', count: 300 } }]);
  });

  it('holds for sixty days', async () => {
    const { code } = await letter('1104');
    register.app.clock.step(60 * DAY_MS - 1);
    expect((await lookUp(code)).status).toBe(200);
    register.app.clock.step(1);
    expect((await lookUp(code)).status).toBe(404);
  });

  it('and links leave room for fifty invitations without a home, and for two with each', async () => {
    await letters('1103', '1104');
    expect((await link('1104')).status).toBe(201);
    expect(refusal(await link('1104'))).toEqual([409, 'invitation.home_has_enough']);
    expect((await link()).status).toBe(201);
  });
});

describe('a poster', () => {
  it('can be printed again, and belongs to one entrance', async () => {
    const [a, b] = [await poster('A'), await poster('Uppgång B')];
    const { body } = await call<Page<Invitation>>(
      register.app,
      path('GET', '/invitations'),
      register.anna,
    );
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

  it('of no entrance is the one of the single entrance', async () => {
    const { code: old = '' } = await poster();
    await clear();
    await add('Uppgång A', '1001');
    await poster('a');
    expect(refusal(await lookUp(old))).toEqual([404, 'invitation.replaced']);
    const { body } = await call<Page<Invitation>>(
      register.app,
      path('GET', '/invitations'),
      register.anna,
    );
    expect(body.items.map(({ entrance }) => entrance)).toEqual(['Uppgång A']);
  });

  it('holds for five years', async () => {
    const { expiresAt } = await poster();
    const lifetimeMs = Date.parse(expiresAt) - register.app.clock.now().getTime();
    expect(Math.round(lifetimeMs / DAY_MS)).toBe(5 * 365);
  });

  it('that was withdrawn says nothing of another one', async () => {
    const { id, code = '' } = await poster();
    await call(register.app, path('DELETE', `/invitations/${id}`), register.anna);
    expect(refusal(await lookUp(code))).toEqual([404, 'invitation.not_found']);
  });

  it('is of no use to whom a manager has refused or removed; a personal link is', async () => {
    const { code = '' } = await poster();
    const person = await newPerson(register.app);
    const { body } = await accept(person, code, { apartment: '1104' });
    await call(register.app, path('DELETE', `/members/${body.id}`), register.anna);
    expect(refusal(await accept(person, code, { apartment: '1104' }))).toEqual([
      403,
      'membership.refused',
    ]);
    const { code: own } = await letter('1104');
    expect((await accept(person, own, { apartment: '1104' })).body.status).toBe('active');
  });

  it('is of no use to whom a manager refused after they had left, and nobody undoes that', async () => {
    const { code = '' } = await poster();
    const person = await newPerson(register.app);
    const { body } = await accept(person, code, { apartment: '1104' });
    await call(register.app, `DELETE /memberships/${body.id}`, person);
    const answer = (status: string) =>
      call(register.app, path('PATCH', `/members/${body.id}`), {
        token: register.anna.token,
        body: { status, seen: { name: 'Nils Ny', apartment: '1104' } },
      });
    expect((await answer('revoked')).status).toBe(200);
    expect(refusal(await accept(person, code, { apartment: '1104' }))).toEqual([
      403,
      'membership.refused',
    ]);
    expect(refusal(await answer('active'))).toEqual([409, 'membership.has_left']);
    const { body: log } = await call<Page<LogItem>>(
      register.app,
      path('GET', '/log'),
      register.anna,
    );
    const details = log.items.map((item) => item.details);
    expect(details).toContainEqual({ status: 'revoked', refused: true });
  });

  it('admits who leaves again and again twenty times a day, and managers hear of no more', async () => {
    const { code = '' } = await poster();
    const person = await signIn(register.app, 'otto');
    const codes: unknown[] = [];
    for (let n = 0; n < 25; n += 1) {
      const joined = await accept(person, code, { apartment: '1104' });
      codes.push(joined.status === 201 ? 201 : refusal(joined));
      if (joined.status !== 201) continue;
      const left = await call(register.app, `DELETE /memberships/${joined.body.id}`, person);
      expect(left.status).toBe(204);
    }
    expect(codes.slice(0, 20)).toEqual(Array(20).fill(201));
    expect(codes.slice(20)).toEqual(Array(5).fill([429, 'membership.changed_often']));
    const notices = await register.app.database.query<object[]>(
      `select 1 from outbox where name = 'push.notice' and payload ->> 'about' = 'waiting'`,
    );
    expect(notices).toHaveLength(20);
    register.app.clock.step(DAY_MS);
    const later = await signIn(register.app, 'otto');
    expect((await accept(later, code, { apartment: '1104' })).status).toBe(201);
  });

  it('lets twenty wait, for thirty days', async () => {
    const { code = '' } = await poster();
    const waiting = await accept(await newPerson(register.app), code, { apartment: '1104' });
    await register.app.database.query(
      `with made as (
         insert into users (id, email, password_hash, password_is_long, created_at)
         select gen_random_uuid(), n || '@waits.example', '', true, now()
           from generate_series(1, 19) n returning id)
       insert into memberships (id, user_id, building_id, role, status, name, apartment, created_at,
                                active_since)
       select gen_random_uuid(), id, $1, 'resident', 'pending', 'Väntar', '1104', $2, $2 from made`,
      // By the database's clock they would have waited for years, and the retention would delete them.
      [register.anna.buildingId, register.app.clock.now()],
    );
    const late = await newPerson(register.app);
    expect(refusal(await accept(late, code, { apartment: '1104' }))).toEqual([
      409,
      'building.too_many_waiting',
    ]);
    await register.app.database.query(`update memberships set active_since = $2 where id = $1`, [
      waiting.body.id,
      new Date(register.app.clock.now().getTime() - 30 * DAY_MS - 1),
    ]);
    await register.app.app.get(Housekeeping).retire();
    expect((await accept(late, code, { apartment: '1104' })).status).toBe(201);
  });
});
