import { randomUUID } from 'node:crypto';
import type {
  AlarmDetails,
  CreatedInvitation,
  Me,
  Member,
  Membership,
  Page,
} from '../../src/contract/http.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import {
  call,
  newPerson,
  openTab,
  signIn,
  type Person,
  type Reply,
  type Tab,
} from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

/** A member's name and home, which neighbours rely on during an alarm. */

const FROZEN = [
  409,
  'membership.home_frozen',
  'Namn och lägenhet kan inte ändras förrän larmet är avslutat.',
];

let app: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;
let otto: Person;
const tabs: Tab[] = [];

beforeEach(async () => {
  app = await freshApp();
  [anna, karl, lisa, otto] = (await Promise.all(
    ['anna', 'karl', 'lisa', 'otto'].map((name) => signIn(app, name)),
  )) as [Person, Person, Person, Person];
});

afterEach(() => {
  tabs.splice(0).forEach((tab) => tab.close());
});

const change = ({ token, membershipId }: Person, body: object) =>
  call<Membership>(app, `PATCH /memberships/${membershipId}`, { token, body });
const decide = (member: Person, body: object, by = anna) =>
  call<Member>(app, `POST /buildings/${anna.buildingId}/members/${member.membershipId}/home`, {
    token: by.token,
    body,
  });
const refusal = ({ status, body }: Reply<unknown>) => [status, body.error.code, body.error.message];
const listed = async ({ membershipId }: Person) => {
  const members = `GET /buildings/${anna.buildingId}/members`;
  const { body } = await call<Page<Member>>(app, members, anna);
  return body.items.find(({ id }) => id === membershipId);
};
const recorded = () =>
  app.database.query<object[]>(
    'select membership_id, changed_by, before, after from home_changes order by at, id',
  );

async function raise({ token }: Person): Promise<string> {
  const alarmId = randomUUID();
  const path = `POST /buildings/${anna.buildingId}/alarms`;
  const { status } = await call(app, path, { token, body: { alarmId, type: 'fire' } });
  expect(status).toBe(201);
  return alarmId;
}

const senderOf = async (alarmId: string) =>
  (await call<AlarmDetails>(app, `GET /alarms/${alarmId}`, lisa)).body.alarm.sender;

const end = (alarmId: string) =>
  call(app, `POST /alarms/${alarmId}/end`, { token: anna.token, body: { outcome: 'resolved' } });

async function invitation(kind: 'personal' | 'poster'): Promise<string> {
  const path = `POST /buildings/${anna.buildingId}/invitations`;
  const { body } = await call<CreatedInvitation>(app, path, { token: anna.token, body: { kind } });
  return new URL(body.url).hash.slice(1);
}

const accept = ({ token }: Person, invited: string, home: { name: string; apartment: string }) =>
  call<Membership>(app, 'POST /invitations/accept', { token, body: { token: invited, ...home } });

describe('the sender of an active alarm', () => {
  it('keeps name and home until it has ended, and nobody else has to', async () => {
    const alarmId = await raise(karl);
    expect(refusal(await change(karl, { name: 'Lisa Ny' }))).toEqual(FROZEN);
    expect(refusal(await change(karl, { apartment: '1102' }))).toEqual(FROZEN);
    expect(refusal(await change(karl, { entrance: 'B' }))).toEqual(FROZEN);
    const { body: both } = await change(karl, { name: 'Lisa Ny', apartment: '1102' });
    expect(both.error.fields).toEqual({
      name: 'Namnet kan inte ändras förrän larmet är avslutat',
      apartment: 'Lägenheten kan inte ändras förrän larmet är avslutat',
    });
    expect((await change(karl, { name: 'Karl Ek', apartment: '1301' })).status).toBe(200);
    expect((await change(lisa, { name: 'Lisa Nyman' })).body.name).toBe('Lisa Nyman');
    expect(await senderOf(alarmId)).toMatchObject({ name: 'Karl Ek', home: { apartment: '1301' } });
    expect((await end(alarmId)).status).toBe(200);
    expect((await change(karl, { name: 'Karl Eklund' })).body.name).toBe('Karl Eklund');
  });

  it('may change them once it has run out, also before a job has said so', async () => {
    await raise(karl);
    await app.database.query(`update alarms set expires_at = expires_at - interval '1 hour'`);
    expect((await change(karl, { name: 'Karl Eklund' })).body.name).toBe('Karl Eklund');
  });

  it('does not come back as somebody else after leaving', async () => {
    const alarmId = await raise(karl);
    await call(app, `DELETE /memberships/${karl.membershipId}`, karl);
    const token = await invitation('personal');
    const other = await accept(karl, token, { name: 'Lisa Ny', apartment: '1102' });
    expect(refusal(other)).toEqual(FROZEN);
    expect((await accept(karl, token, { name: 'Karl Ek', apartment: '1301' })).status).toBe(201);
    expect(await senderOf(alarmId)).toMatchObject({ name: 'Karl Ek', home: { apartment: '1301' } });
  });

  it('moves only after it, even when the manager confirms earlier', async () => {
    await change(karl, { apartment: '1302' });
    const alarmId = await raise(karl);
    const confirmed = { confirmed: true, apartment: '1302' };
    expect(refusal(await decide(karl, confirmed))).toEqual(FROZEN);
    await end(alarmId);
    expect((await decide(karl, confirmed)).body.apartment).toBe('1302');
  });
});

describe('a new home', () => {
  it('waits for a manager, and alarms show the old one until then', async () => {
    const tab = await openTab(app, karl);
    tabs.push(tab);
    const waiting = await change(karl, { apartment: '1302', entrance: 'B' });
    const requestedHome = { entrance: 'B', apartment: '1302' };
    expect(waiting.body).toMatchObject({ apartment: '1301', requestedHome });
    expect(waiting.body).not.toHaveProperty('entrance');
    const { body: me } = await call<Me>(app, 'GET /auth/me', karl);
    expect(me.memberships).toMatchObject([{ apartment: '1301', requestedHome }]);
    expect(await listed(karl)).toMatchObject({ apartment: '1301', requestedHome });
    const alarmId = await raise(karl);
    expect((await senderOf(alarmId)).home).toEqual({ apartment: '1301' });
    await end(alarmId);

    await tab.until('me:changed');
    const { body: moved } = await decide(karl, { confirmed: true, ...requestedHome });
    expect(moved).toMatchObject(requestedHome);
    expect(moved).not.toHaveProperty('requestedHome');
    await tab.until('me:changed', 2);
  });

  it('is not the one that the manager has seen when it changed meanwhile', async () => {
    await change(karl, { apartment: '1302' });
    await change(karl, { apartment: '1303' });
    for (const body of [
      { confirmed: true, apartment: '1302' },
      { confirmed: false, apartment: '1302' },
      { confirmed: true, apartment: '1303', entrance: 'B' },
    ]) {
      const { status, body: refused } = await decide(karl, body);
      expect([status, refused.error.code]).toEqual([409, 'membership.home_not_requested']);
    }
    expect(await listed(karl)).toMatchObject({ requestedHome: { apartment: '1303' } });
  });

  it('is refused by a manager, or withdrawn by the member', async () => {
    await change(karl, { apartment: '1302' });
    const refused = await decide(karl, { confirmed: false, apartment: '1302' });
    expect(refused.body).not.toHaveProperty('requestedHome');
    expect(refused.body.apartment).toBe('1301');
    await change(karl, { apartment: '1302' });
    // A change of the name alone leaves the request as it is.
    expect((await change(karl, { name: 'Karl' })).body).toHaveProperty('requestedHome');
    expect((await change(karl, { apartment: '1301' })).body).not.toHaveProperty('requestedHome');
    expect(await recorded()).toMatchObject([
      { before: { name: 'Karl Ek' }, after: { name: 'Karl' } },
    ]);
  });

  it('is confirmed by the managers of the building alone', async () => {
    await change(karl, { apartment: '1302' });
    const body = { confirmed: true, apartment: '1302' };
    for (const by of [karl, lisa, otto]) {
      expect((await decide(karl, body, by)).status).toBe(403);
    }
    expect((await decide(otto, { confirmed: true, apartment: '1001' })).status).toBe(404);
  });

  it('needs no confirmation for managers and for members who wait for approval', async () => {
    expect((await change(anna, { apartment: '1202' })).body.apartment).toBe('1202');
    expect((await change(anna, { entrance: 'B' })).body).toMatchObject({ entrance: 'B' });
    expect((await change(anna, { entrance: '' })).body).not.toHaveProperty('entrance');
    const nils = await newPerson(app);
    const home = { name: 'Nils Ny', apartment: '1104' };
    const { body } = await accept(nils, await invitation('poster'), home);
    const changed = await change({ ...nils, membershipId: body.id }, { apartment: '1103' });
    expect(changed.body).toMatchObject({ status: 'pending', apartment: '1103' });
  });
});

it('is recorded before and after each change, outside the audit log', async () => {
  await change(karl, { apartment: '1302' });
  await decide(karl, { confirmed: true, apartment: '1302' });
  app.clock.step(1_000);
  await change(karl, { name: 'Karl Eklund' });
  app.clock.step(1_000);
  await call(app, `DELETE /memberships/${karl.membershipId}`, karl);
  await accept(karl, await invitation('personal'), { name: 'Kalle Ek', apartment: '1303' });
  const row = (changedBy: Person, before: string[], after: string[]) => ({
    membership_id: karl.membershipId,
    changed_by: changedBy.userId,
    before: { name: before[0], entrance: null, apartment: before[1] },
    after: { name: after[0], entrance: null, apartment: after[1] },
  });
  expect(await recorded()).toEqual([
    row(anna, ['Karl Ek', '1301'], ['Karl Ek', '1302']),
    row(karl, ['Karl Ek', '1302'], ['Karl Eklund', '1302']),
    row(karl, ['Karl Eklund', '1302'], ['Kalle Ek', '1303']),
  ]);
  const { body: exported } = await call<Record<string, object[]>>(app, 'POST /auth/me/export', {
    token: karl.token,
    body: { password: DEMO_PASSWORD },
  });
  expect(exported['home_changes']).toMatchObject([
    { before: { apartment: '1301' }, after: { apartment: '1302' } },
    { after: { name: 'Karl Eklund' } },
    { after: { name: 'Kalle Ek' } },
  ]);
  const log = await app.database.query<{ details: Record<string, string> }[]>(
    'select * from audit_log where building_id = $1',
    [karl.buildingId],
  );
  expect(JSON.stringify(log)).not.toMatch(/Eklund|Kalle|"130\d"/);
  const ids = await app.database.query<{ id: string }[]>('select id from home_changes');
  const named = log.map(({ details }) => details['homeChange']).filter(Boolean);
  expect(named.toSorted()).toEqual(ids.map(({ id }) => id).toSorted());
});
