import { randomUUID } from 'node:crypto';
import type {
  CreatedInvitation,
  InvitationView,
  Me,
  Member,
  Membership,
  Page,
} from '../../src/contract/http.js';
import { SERVER_TIMES } from '../../src/contract/limits.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import { startApp, type TestApp } from '../support/start-app.js';

let app: TestApp;
let anna: Person;
let karl: Person;
let otto: Person;

beforeEach(async () => {
  app = await freshApp();
  anna = await signIn(app, 'anna');
  karl = await signIn(app, 'karl');
  otto = await signIn(app, 'otto');
});

const invite = (body: object, person = anna) =>
  call<CreatedInvitation>(app, `POST /buildings/${anna.buildingId}/invitations`, {
    token: person.token,
    body,
  });

const accept = (person: Person, token: string, name = 'Ny Granne') =>
  call<Membership>(app, 'POST /invitations/accept', {
    token: person.token,
    body: { token, name, apartment: '1104' },
  });

const members = (person = anna) =>
  call<Page<Member>>(app, `GET /buildings/${anna.buildingId}/members`, person);

const change = (membershipId: string, body: object, person = anna) =>
  call<Member>(app, `PATCH /buildings/${anna.buildingId}/members/${membershipId}`, {
    token: person.token,
    body,
  });

const leave = ({ token, membershipId }: Person) =>
  call(app, `DELETE /memberships/${membershipId}`, { token });

const tokenIn = ({ url }: CreatedInvitation): string => new URL(url).hash.slice(1);

const lookUp = (created: CreatedInvitation) =>
  call<InvitationView>(app, 'POST /invitations/look-up', { body: { token: tokenIn(created) } });

describe('a personal invitation', () => {
  it('makes one active member, once, and its token is neither in a path nor in the database', async () => {
    const { status, body } = await invite({ kind: 'personal' });
    expect(status).toBe(201);
    const token = tokenIn(body);
    expect(new URL(body.url).pathname).toBe('/join');
    expect(token).toHaveLength(22);
    const rows = await app.database.query<object[]>('select * from invitations');
    expect(JSON.stringify(rows)).not.toContain(token);

    const seen = await call<InvitationView>(app, 'POST /invitations/look-up', { body: { token } });
    expect(seen.body.building).toMatchObject({ address: 'Storgatan 12, Umeå' });
    const joined = await accept(await newPerson(app), token);
    expect((await accept(await newPerson(app), token)).status).toBe(404);
    expect(joined.body).toMatchObject({ status: 'active', role: 'resident', apartment: '1104' });
  });

  it('expires after fourteen days, or when it is withdrawn', async () => {
    const old = tokenIn((await invite({ kind: 'personal' })).body);
    const { body: withdrawn } = await invite({ kind: 'personal' });
    const path = `DELETE /buildings/${anna.buildingId}/invitations/${withdrawn.id}`;
    expect((await call(app, path, anna)).status).toBe(204);
    const person = await newPerson(app);
    expect((await accept(person, tokenIn(withdrawn))).status).toBe(404);
    const list = `GET /buildings/${anna.buildingId}/invitations`;
    const listed = async () => {
      const manager = await signIn(app, 'anna');
      return (await call<Page<object>>(app, list, manager)).body.items.length;
    };
    app.clock.step(14 * 24 * 60 * 60_000 - 1);
    expect(await listed()).toBe(1);
    app.clock.step(1);
    expect(await listed()).toBe(0);
    const late = await call(app, 'POST /invitations/look-up', { body: { token: old } });
    expect(late.body.error.code).toBe('invitation.not_found');
  });

  it('names the manager who made it, until that manager leaves the building', async () => {
    await change(karl.membershipId, { role: 'manager' });
    const { body: created } = await invite({ kind: 'personal' }, karl);
    expect((await lookUp(created)).body.invitedBy).toBe('Karl Ek');
    expect((await leave(karl)).status).toBe(204);
    expect((await lookUp(created)).body).not.toHaveProperty('invitedBy');
  });

  it.each([
    ['removes', { status: 'revoked' }],
    ['demotes', { role: 'resident' }],
  ])('ends when another manager %s the one who made it', async (_act, decision) => {
    await change(karl.membershipId, { role: 'manager' });
    const created = await Promise.all([
      invite({ kind: 'personal', role: 'manager' }, karl),
      invite({ kind: 'personal' }, karl),
    ]);
    const { body: annas } = await invite({ kind: 'personal', role: 'manager' });
    expect((await change(karl.membershipId, decision)).status).toBe(200);
    for (const { body } of created) expect((await lookUp(body)).status).toBe(404);
    expect((await lookUp(annas)).status).toBe(200);
    const list = `GET /buildings/${anna.buildingId}/invitations`;
    const { body: left } = await call<Page<{ id: string }>>(app, list, anna);
    expect(left.items.map(({ id }) => id)).toEqual([annas.id]);
  });

  it('makes no manager once the manager who made it has left', async () => {
    await change(karl.membershipId, { role: 'manager' });
    const { body: ofManager } = await invite({ kind: 'personal', role: 'manager' }, karl);
    const { body: ofResident } = await invite({ kind: 'personal' }, karl);
    await leave(karl);
    expect((await accept(karl, tokenIn(ofManager))).body.error.code).toBe('invitation.not_found');
    expect((await lookUp(ofResident)).status).toBe(200);
  });

  it('that was committed in the moment of its maker’s demotion makes no member', async () => {
    await change(karl.membershipId, { role: 'manager' });
    const { body } = await invite({ kind: 'personal' }, karl);
    // A demotion ends it; one that does not see it yet leaves this behind.
    const { membershipId } = karl;
    await app.database.query(`update memberships set role = 'resident' where id = $1`, [
      membershipId,
    ]);
    const refused = await accept(await newPerson(app), tokenIn(body));
    expect(refused.body.error.code).toBe('invitation.not_found');
  });

  it('names the building and whom to ask when it has expired, but not when it was withdrawn', async () => {
    const { body: old } = await invite({ kind: 'personal' });
    const { body: withdrawn } = await invite({ kind: 'personal' });
    const path = `DELETE /buildings/${anna.buildingId}/invitations/${withdrawn.id}`;
    await call(app, path, anna);
    app.clock.step(14 * 24 * 60 * 60_000);
    expect((await lookUp(old)).body.error.fields).toEqual({
      token: 'Inbjudan till BRF Storgatan 12 gäller inte längre. Be Anna Berg om en ny.',
    });
    expect((await lookUp(withdrawn)).body.error).not.toHaveProperty('fields');
  });

  it('of an erased manager names nobody', async () => {
    await change(karl.membershipId, { role: 'manager' });
    const { body: created } = await invite({ kind: 'personal' }, karl);
    await app.database.query('delete from users where id = $1', [karl.userId]);
    expect((await lookUp(created)).status).toBe(200);
    expect((await lookUp(created)).body).not.toHaveProperty('invitedBy');
  });
});

describe('an administrator', () => {
  it('invites a building’s first manager in a known building, as long as the role lasts', async () => {
    const admin = await signIn(app, 'admin');
    const { status, body } = await invite({ kind: 'personal', role: 'manager' }, admin);
    expect(status).toBe(201);
    expect((await lookUp(body)).body).not.toHaveProperty('invitedBy');
    const joined = await accept(await newPerson(app), tokenIn(body));
    expect(joined.body).toMatchObject({ role: 'manager', status: 'active' });
    const unknown = `POST /buildings/${randomUUID()}/invitations`;
    const refused = await call(app, unknown, { token: admin.token, body: { kind: 'personal' } });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'building.not_a_member']);
    expect((await members(admin)).status).toBe(403);

    const { body: open } = await invite({ kind: 'personal' }, admin);
    await app.database.query(`update users set roles = '{}' where id = $1`, [admin.userId]);
    const late = await accept(await newPerson(app), tokenIn(open));
    expect(late.body.error.code).toBe('invitation.not_found');
  });
});

describe('a poster', () => {
  it('admits members by link or typed code, after a manager’s approval', async () => {
    const { body } = await invite({ kind: 'poster', role: 'manager' });
    expect(body.code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    const person = await newPerson(app);
    const joined = await accept(person, (body.code ?? '').toLowerCase());
    expect(joined.body).toMatchObject({ status: 'pending', role: 'resident' });
    const stream = `GET /buildings/${anna.buildingId}/events`;
    expect((await call(app, stream, person)).status).toBe(403);
    expect((await change(joined.body.id, { status: 'active' })).body.status).toBe('active');
    expect((await call(app, stream, person)).status).toBe(200);
    expect((await accept(person, tokenIn(body))).body.error.code).toBe('membership.already_exists');
  });

  it('is replaced by the next poster', async () => {
    const { body: first } = await invite({ kind: 'poster' });
    const { body: second } = await invite({ kind: 'poster' });
    expect((await lookUp(first)).status).toBe(404);
    expect((await lookUp(second)).status).toBe(200);
  });

  it('names nobody, because every passer-by can read it', async () => {
    const { body: created } = await invite({ kind: 'poster' });
    expect((await lookUp(created)).body).not.toHaveProperty('invitedBy');
    app.clock.step(SERVER_TIMES.posterMs);
    expect((await lookUp(created)).body.error.fields).toEqual({
      token: 'Inbjudan till BRF Storgatan 12 gäller inte längre. Be styrelsen om en ny.',
    });
  });
});

describe('a building', () => {
  it.each([
    ['tolv', 'Ange ett heltal'],
    [0, 'Talet är för litet'],
    [1e9, 'Talet är för stort'],
  ])('is refused with %s homes: %s', async (homes, sentence) => {
    const { token } = await newPerson(app);
    const { body } = await call(app, 'POST /buildings', { token, body: { homes } });
    expect(body.error.fields).toMatchObject({ homes: sentence });
  });

  it('is created by a user with a valid code session, who becomes its manager', async () => {
    const person = await newPerson(app);
    const sessionId = randomUUID();
    const start = () =>
      call<Membership>(app, 'POST /buildings', {
        token: person.token,
        body: {
          name: 'BRF Eken',
          address: 'Ekvägen 1, Umeå',
          homes: 12,
          personName: 'Eva',
          apartment: '1001',
          sessionId,
        },
      });
    expect((await start()).body.error.code).toBe('gate.session_required');
    await call(app, 'POST /gate/validate-code', { body: { code: 'DEMO-2026', sessionId } });
    const { status, body } = await start();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      role: 'manager',
      status: 'active',
      building: { name: 'BRF Eken' },
    });
    const { body: me } = await call<Me>(app, 'GET /auth/me', person);
    expect(me.memberships).toHaveLength(1);
  });

  it('shows its members to its managers, without e-mail', async () => {
    const { body } = await members();
    expect(body.items.map(({ name }) => name)).toEqual(['Lisa Ny', 'Anna Berg', 'Karl Ek']);
    expect(JSON.stringify(body)).not.toContain('@');
  });

  it.each([
    ['a resident', () => karl, 'building.manager_required'],
    ['a manager of another building', () => otto, 'building.not_a_member'],
  ])('is closed to %s', async (_case, person, code) => {
    const attempts = [
      await members(person()),
      await change(karl.membershipId, { role: 'manager' }, person()),
      await invite({ kind: 'personal' }, person()),
      await call(app, `GET /buildings/${anna.buildingId}/invitations`, person()),
    ];
    for (const { status, body } of attempts) expect([status, body.error.code]).toEqual([403, code]);
  });

  it('always has a manager', async () => {
    const refused = await change(anna.membershipId, { role: 'resident' });
    expect(refused.body.error.code).toBe('building.last_manager');
    await change(karl.membershipId, { role: 'manager' });
    expect((await change(anna.membershipId, { role: 'resident' })).status).toBe(200);
  });

  it('gives its manager no access to another building', async () => {
    const { body } = await change(otto.membershipId, { status: 'revoked' });
    expect(body.error.code).toBe('membership.not_found');
  });
});

describe('the demo', () => {
  it('admits every account at once, but only where it is turned on', async () => {
    const home = { name: 'Prova', apartment: '1501' };
    const { body } = await call<Me>(app, 'GET /auth/me', await newPerson(app, home));
    expect(body.memberships[0]).toMatchObject({ status: 'active', apartment: '1501' });
    const plain = await startApp({ databaseUrl: app.databaseUrl, env: { DEMO: 'off' } });
    const { token } = await signIn(plain, 'otto');
    const refused = await call(plain, 'POST /demo/join', { token, body: home });
    await plain.close();
    expect(refused.body.error.code).toBe('demo.switched_off');
  });
});
