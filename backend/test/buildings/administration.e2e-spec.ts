import { randomUUID } from 'node:crypto';
import type { RaiseResult } from '../../src/contract/alarm.js';
import type {
  AdministeredBuilding,
  CreatedBuilding,
  CreatedInvitation,
  InvitationView,
  Me,
  Membership,
  Page,
} from '../../src/contract/http.js';
import { AdministrationRepository } from '../../src/modules/buildings/administration/administration.repository.js';
import { Housekeeping } from '../../src/platform/retention/retention.js';
import { call, newPerson, signIn, Tab, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import { mayIdle, untilWaiting } from '../support/lock-waits.js';
import { tokenIn } from '../support/register-calls.js';
import type { TestApp } from '../support/start-app.js';

/** The buildings of an installation, as its administrators see, create and close them. */

let app: TestApp;
let admin: Person;
let karl: Person;

beforeEach(async () => {
  app = await freshApp();
  admin = await signIn(app, 'admin');
  karl = await signIn(app, 'karl');
});

const asAdmin = <T>(route: string, body?: object) =>
  call<T>(app, route, { token: admin.token, ...(body && { body }) });
const list = async (query = '') =>
  (await asAdmin<Page<AdministeredBuilding>>(`GET /admin/buildings${query}`)).body;
const create = (name: string, address = 'Lindvägen 1, Umeå') =>
  asAdmin<CreatedBuilding>('POST /admin/buildings', { name, address });
const close = (id: string) => asAdmin(`DELETE /admin/buildings/${id}`);
const press = (person = karl) =>
  call<RaiseResult>(app, `POST /buildings/${person.buildingId}/alarms`, {
    token: person.token,
    body: { alarmId: randomUUID(), type: 'fire' },
  });
const end = (alarmId: string) =>
  call(app, `POST /alarms/${alarmId}/end`, {
    token: karl.token,
    body: { outcome: 'resolved' },
  });

describe('the list', () => {
  /** Those of the demo were created in the same moment. */
  const byName = async () =>
    (await list()).items.sort((one, other) => (one.name < other.name ? -1 : 1));

  it('counts homes, members and managers, and marks an address that stands twice', async () => {
    const items = await byName();
    expect(items).toMatchObject([
      {
        id: karl.buildingId,
        name: 'BRF Storgatan 12',
        homes: 14,
        homesReady: 0,
        members: 3,
        managers: 1,
        sharesAddress: false,
      },
      { name: 'Storgatan 14', homes: 1, members: 1, sharesAddress: false },
    ]);
    expect(items[0]).not.toHaveProperty('exercisedAt');
    await create('Kopian', items[0]!.address.toUpperCase());
    expect((await byName()).map(({ sharesAddress }) => sharesAddress)).toEqual([true, true, false]);
  });

  it('knows the last exercise', async () => {
    const anna = await signIn(app, 'anna');
    const { body } = await call<RaiseResult>(app, `POST /buildings/${anna.buildingId}/alarms`, {
      token: anna.token,
      body: { alarmId: randomUUID(), type: 'fire', exercise: true },
    });
    const found = (await list('?q=12')).items[0];
    expect(found?.exercisedAt).toBe(body.alarm.raisedAt);
  });

  it('is searched by name and address, and continued', async () => {
    for (let n = 0; n < 50; n++) {
      app.clock.step(1);
      await create(`Hus ${n}`, `Lindvägen ${n}, Umeå`);
      await app.database.query('update invitations set ended_at = now()');
    }
    expect((await list('?q=LINDV%C3%84GEN%2049')).items.map(({ name }) => name)).toEqual([
      'Hus 49',
    ]);
    expect((await list('?q=%25')).items).toEqual([]);
    const first = await list();
    expect(first.items).toHaveLength(50);
    const { items, next } = await list(`?before=${first.next}`);
    expect(items.map(({ name }) => name).sort()).toEqual(['BRF Storgatan 12', 'Storgatan 14']);
    expect(next).toBeNull();
  });
});

describe('a building that an administrator creates', () => {
  it('comes with the link for its first manager', async () => {
    const { status, body } = await create('BRF Linden');
    expect(status).toBe(201);
    const token = tokenIn(body.invitation);
    const view = await call<InvitationView>(app, 'POST /invitations/look-up', { body: { token } });
    expect(view.body).toMatchObject({ role: 'manager', building: { name: 'BRF Linden' } });
    const maj = await newPerson(app);
    const joined = await call<Membership>(app, 'POST /invitations/accept', {
      token: maj.token,
      body: { token, name: 'Maj Lind', apartment: '1001' },
    });
    expect(joined.body).toMatchObject({ role: 'manager', status: 'active' });
  });

  it('is not created when its link cannot be made', async () => {
    for (let n = 0; n < 50; n++) await create(`Hus ${n}`);
    const { total } = await counted();
    const { status, body } = await create('Ett för mycket');
    expect([status, body.error.code]).toEqual([409, 'invitation.too_many']);
    expect((await counted()).total).toBe(total);
  });

  const counted = async () => {
    const [row] = await app.database.query<{ total: number }[]>(
      'select count(*)::int as total from buildings',
    );
    return row!;
  };
});

describe('the link to a new manager, for a building without one', () => {
  const linkTo = async (role: string) => {
    const body = { kind: 'personal', role };
    return tokenIn((await asAdmin<CreatedInvitation>(invitations(), body)).body);
  };
  const invitations = () => `POST /buildings/${karl.buildingId}/invitations`;
  const accept = (token: string, person = karl) =>
    call<Membership>(app, 'POST /invitations/accept', {
      token: person.token,
      body: { token, name: 'Någon Annan' },
    });
  const entries = () =>
    app.database.query<{ action: string; actor: string; details: object }[]>(
      `select action, actor_id as actor, details from audit_log
        where subject_id = $1 and action = 'membership.changed' order by at`,
      [karl.membershipId],
    );

  it('makes a manager of a resident, who stays the same member in the same home', async () => {
    const token = await linkTo('manager');
    const before = (await entries()).length;
    // Entries of one moment have no order.
    app.clock.step(1);
    const link = `POST /buildings/${karl.buildingId}/members/${karl.membershipId}/reset-link`;
    const { body: reset } = await call<{ url: string }>(app, link, await signIn(app, 'anna'));
    const { status, body } = await accept(token);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: karl.membershipId,
      role: 'manager',
      status: 'active',
      name: 'Karl Ek',
      apartment: '1301',
    });
    const members = `GET /buildings/${karl.buildingId}/members`;
    expect((await call(app, members, karl)).status).toBe(200);
    expect((await entries()).slice(before)).toEqual([
      { action: 'membership.changed', actor: karl.userId, details: { role: 'manager' } },
    ]);
    // A change of role ends the reset links around the member.
    const used = { token: tokenIn(reset), password: randomUUID() };
    expect((await call(app, 'POST /auth/reset', { body: used })).status).toBe(404);
    expect((await accept(token, await signIn(app, 'lisa'))).status).toBe(404);
  });

  it('is not used up by a manager, nor a resident’s link by a member', async () => {
    const anna = await signIn(app, 'anna');
    const [forManager, forResident] = [await linkTo('manager'), await linkTo('resident')];
    for (const [token, person] of [
      [forManager, anna],
      [forResident, anna],
      [forResident, karl],
    ] as const) {
      const { status, body } = await accept(token, person);
      expect([status, body.error.code]).toEqual([409, 'membership.already_exists']);
    }
    const me = await call<Me>(app, 'GET /auth/me', anna);
    expect(me.body.memberships).toMatchObject([{ role: 'manager' }]);
    expect((await accept(forManager)).body).toMatchObject({ role: 'manager' });
  });
});

describe('a building that an administrator closes', () => {
  const me = async ({ token }: Person) => (await call<Me>(app, 'GET /auth/me', { token })).body;

  it('has no members and no invitations any more, and its tabs hear nothing', async () => {
    const tab = new Tab(app, { token: karl.token });
    await tab.until('sync');
    const anna = await signIn(app, 'anna');
    const path = `/buildings/${karl.buildingId}`;
    const { body: link } = await call<{ url: string }>(app, `POST ${path}/invitations`, {
      token: anna.token,
      body: { kind: 'poster' },
    });
    expect((await close(karl.buildingId)).status).toBe(204);
    expect((await me(karl)).memberships).toEqual([]);
    expect((await press()).status).toBe(403);
    expect((await list()).items.map(({ name }) => name)).toEqual(['Storgatan 14']);
    const token = tokenIn(link);
    expect((await call(app, 'POST /invitations/look-up', { body: { token } })).status).toBe(404);
    const again = await asAdmin(`POST ${path}/invitations`, { kind: 'personal', role: 'manager' });
    expect([again.status, again.body.error.code]).toEqual([404, 'building.not_found']);
    expect((await close(karl.buildingId)).status).toBe(404);
    await tab.until('building:left');
    tab.socket.close();
    const [entry] = await app.database.query<{ details: object }[]>(
      `select details from audit_log where action = 'building.closed'`,
    );
    expect(entry?.details).toEqual({ count: 3 });
    const jobs = await app.database.query<{ payload: { userIds: string[] } }[]>(
      `select payload from outbox where name = 'push.notice'`,
    );
    expect(jobs.map(({ payload }) => payload)).toContainEqual({
      about: 'removed',
      userIds: expect.arrayContaining([karl.userId, anna.userId]) as string[],
    });
  });

  it('has no ongoing alarm', async () => {
    const { alarm } = (await press()).body;
    const { status, body } = await close(karl.buildingId);
    expect([status, body.error.code]).toEqual([409, 'building.alarm_ongoing']);
    expect((await me(karl)).memberships).toHaveLength(1);
    await end(alarm.id);
    expect((await close(karl.buildingId)).status).toBe(204);
  });

  it('may have an alarm that has run out, before a job has said so', async () => {
    await press();
    app.clock.step(60 * 60_000);
    admin = await signIn(app, 'admin');
    expect((await close(karl.buildingId)).status).toBe(204);
  });

  it('gets no alarm from a press that was decided before it was closed', async () => {
    await end((await press()).body.alarm.id);
    const administration = app.app.get(AdministrationRepository);
    const closeIn = administration.close.bind(administration);
    let pressing: ReturnType<typeof press> | undefined;
    jest.spyOn(administration, 'close').mockImplementationOnce(async (tx, ...rest) => {
      await mayIdle(tx);
      // It sees its sender as a member still, and waits for the stream that the closing has locked.
      pressing = press();
      await untilWaiting(app.database, 1);
      return closeIn(tx, ...rest);
    });
    expect((await close(karl.buildingId)).status).toBe(204);
    expect((await pressing)?.status).toBe(403);
    const active = await app.database.query<object[]>(
      `select 1 from alarms where status = 'active'`,
    );
    expect(active).toEqual([]);
  });

  it('goes with its history after twelve months', async () => {
    await end((await press()).body.alarm.id);
    await close(karl.buildingId);
    const left = async () =>
      (
        await app.database.query<object[]>('select 1 from buildings where id = $1', [
          karl.buildingId,
        ])
      ).length;
    const housekeeping = app.app.get(Housekeeping);
    app.clock.step(364 * 24 * 60 * 60_000);
    await housekeeping.retire();
    expect(await left()).toBe(1);
    app.clock.step(3 * 24 * 60 * 60_000);
    await housekeeping.retire();
    expect(await left()).toBe(0);
  });
});
