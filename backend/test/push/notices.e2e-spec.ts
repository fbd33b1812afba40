import type {
  BuildingDetails,
  CreatedInvitation,
  LogItem,
  Me,
  Member,
  Membership,
  Page,
  Reminder,
} from '../../src/contract/http.js';
import { Notices } from '../../src/modules/buildings/memberships/notices.js';
import { call, newPerson, openTab, type Person } from '../support/client.js';
import type { PushDevice } from '../support/push-calls.js';
import { usePushes } from '../support/use-pushes.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** Acts of a board that members are told of, and its log of them. */

const pushes = usePushes();

const path = (method: string, rest = '') => `${method} /buildings/${pushes.anna.buildingId}${rest}`;
const act = <T>(route: string, body?: object, by = pushes.anna) =>
  call<T>(pushes.app, route, { token: by.token, body });
const remind = ({ membershipId }: Person) =>
  act<Reminder>(path('POST', `/members/${membershipId}/remind`));
const change = (id: string, body: object) => act<Member>(path('PATCH', `/members/${id}`), body);
const own = async (person: Person) =>
  (await call<Me>(pushes.app, 'GET /auth/me', person)).body.memberships[0];
const log = async () => (await act<Page<LogItem>>(path('GET', '/log'))).body.items;

/** Moves all ends of memberships out of the hour in which they count. */
const endEarlier = () =>
  pushes.app.database.query(
    `update memberships set ended_at = ended_at - interval '1 hour' where ended_at is not null`,
  );

async function notice({ subscription }: PushDevice, about: string): Promise<void> {
  const found = () =>
    subscription.received.find(({ body: { notification } }) => {
      const { data } = notification;
      return data.kind === 'notice' && data.about === about;
    });
  await until(`a push about ${about}`, ARRIVES_MS, () => found() !== undefined);
  expect(JSON.stringify(found()?.body)).not.toMatch(/Karl|Anna|Nils|Storgatan/);
}

it('a reminder is pushed once a day, shown until a device is tested, and kept in the log', async () => {
  const phone = await pushes.device(pushes.karl);
  const tab = await openTab(pushes.app, pushes.karl);
  expect((await remind(pushes.karl)).body).toEqual({ pushed: true });
  await notice(phone, 'reminder');
  await tab.until('me:changed');
  tab.close();
  const again = await remind(pushes.karl);
  expect([again.status, again.body]).toMatchObject([
    409,
    { error: { code: 'membership.reminded_lately' } },
  ]);
  pushes.app.clock.step(1_000);
  expect((await remind(pushes.lisa)).body).toEqual({ pushed: false });
  expect(await own(pushes.karl)).toHaveProperty('remindedAt');
  expect((await log())[0]).toMatchObject({
    action: 'membership.reminded',
    by: 'Anna Berg',
    about: { name: 'Lisa Ny', apartment: '1102' },
  });

  const testedAt = new Date(pushes.app.clock.now().getTime() + 1_000);
  await pushes.app.database.query('update devices set tested_at = $2 where user_id = $1', [
    pushes.karl.userId,
    testedAt,
  ]);
  expect(await own(pushes.karl)).not.toHaveProperty('remindedAt');
  expect(await own(pushes.lisa)).toHaveProperty('remindedAt');
});

it('the managers are told of the first who waits, and that person of the approval and the removal', async () => {
  const board = await pushes.device(pushes.anna);
  const person = await newPerson(pushes.app);
  const phone = await pushes.device(person);
  const { body: poster } = await act<CreatedInvitation>(path('POST', '/invitations'), {
    kind: 'poster',
  });
  const body = { token: poster.code, name: 'Nils Ny', apartment: '1104' };
  const { body: waiting } = await act<Membership>('POST /invitations/accept', body, person);
  await notice(board, 'waiting');
  expect(await own(pushes.anna)).toMatchObject({ waiting: 1 });
  await change(waiting.id, { status: 'active' });
  await notice(phone, 'approved');
  expect(await own(pushes.anna)).not.toHaveProperty('waiting');
  await change(waiting.id, { role: 'manager' });
  await change(waiting.id, { role: 'resident' });
  await notice(phone, 'demoted');
  await change(waiting.id, { status: 'revoked' });
  await notice(phone, 'removed');
});

it('the managers are told of the first who asks for a new home, and still of the first who joins', async () => {
  const saved = async () =>
    (
      await pushes.app.database.query<object[]>(
        `select 1 from outbox where name = 'push.notice' and payload ->> 'about' = 'waiting'`,
      )
    ).length;
  const move = async (apartment: string, by: Person) =>
    expect((await act(`PATCH /memberships/${by.membershipId}`, { apartment }, by)).status).toBe(
      200,
    );
  const before = await saved();
  await move('1302', pushes.karl);
  expect(await saved()).toBe(before + 1);
  expect(await own(pushes.anna)).toMatchObject({ waiting: 1 });
  await move('1303', pushes.karl);
  await move('1101', pushes.lisa);
  expect(await saved()).toBe(before + 1);
  const { body: poster } = await act<CreatedInvitation>(path('POST', '/invitations'), {
    kind: 'poster',
  });
  const join = async () => {
    const body = { token: poster.code, name: 'Nils Ny', apartment: '1104' };
    const person = await newPerson(pushes.app);
    return (await act<Membership>('POST /invitations/accept', body, person)).body.id;
  };
  const joined = [await join()];
  expect(await saved()).toBe(before + 2);
  joined.push(await join());
  expect(await own(pushes.anna)).toMatchObject({ waiting: 4 });
  expect(await saved()).toBe(before + 2);
  // Those who join keep no news of the next request back either.
  await move('1102', pushes.lisa);
  await change(pushes.karl.membershipId, { status: 'revoked' });
  await move('1101', pushes.lisa);
  expect(await saved()).toBe(before + 3);
  for (const id of joined) await change(id, { status: 'revoked' });
  await move('1102', pushes.lisa);
  expect(await own(pushes.anna)).not.toHaveProperty('waiting');
  await change(pushes.karl.membershipId, { status: 'active' });
  await move('1301', pushes.karl);
});

it('the managers are told when many are removed within an hour, and not for a few', async () => {
  const board = await pushes.device(pushes.anna);
  const isWarned = () =>
    board.subscription.received.some(({ body }) => JSON.stringify(body).includes('many_removed'));
  const gone: string[] = [];
  for (let n = 0; n < 6; n++) {
    const home = { name: `Granne ${n}`, apartment: `110${(n % 4) + 1}` };
    gone.push((await newPerson(pushes.app, home)).membershipId);
  }
  await change(gone[0]!, { status: 'revoked' });
  await endEarlier();
  for (const id of gone.slice(1, 5)) await change(id, { status: 'revoked' });
  await change(gone[5]!, { role: 'manager' });
  // An undone removal does not count.
  await change(gone[1]!, { status: 'active' });
  await change(gone[1]!, { status: 'revoked' });
  expect(isWarned()).toBe(false);
  await change(gone[5]!, { status: 'revoked' });
  const last = await newPerson(pushes.app, { name: 'Sist Ut', apartment: '1104' });
  expect(isWarned()).toBe(false);
  await change(last.membershipId, { status: 'revoked' });
  await notice(board, 'many_removed');
});

it('refusals are no removals: they neither warn of many, nor keep the warning back', async () => {
  const add = jest.spyOn(pushes.app.app.get(Notices), 'addHourly');
  const warnings = () => add.mock.calls.filter(([, about]) => about === 'many_removed').length;
  await endEarlier();
  const { body: poster } = await act<CreatedInvitation>(path('POST', '/invitations'), {
    kind: 'poster',
  });
  const members: string[] = [];
  for (let n = 0; n < 7; n++) {
    const home = { name: `Granne ${n}`, apartment: `110${(n % 4) + 1}` };
    members.push((await newPerson(pushes.app, home)).membershipId);
  }
  for (const id of members.slice(0, 5)) await change(id, { status: 'revoked' });
  const body = { token: poster.code, name: 'Nils Ny', apartment: '1104' };
  const stranger = await newPerson(pushes.app);
  const { body: waiting } = await act<Membership>('POST /invitations/accept', body, stranger);
  await change(waiting.id, { status: 'revoked' });
  expect(warnings()).toBe(0);
  await change(members[5]!, { status: 'revoked' });
  expect(warnings()).toBe(1);
  await change(members[6]!, { status: 'revoked' });
  expect(warnings()).toBe(1);
});

it('the log tells two people of one name apart, and knows an act about oneself', async () => {
  // Acts of one moment have no order, and those of earlier tests fill the log's first page.
  pushes.app.clock.step(1_000);
  const other = await newPerson(pushes.app, { name: 'Anna Berg', apartment: '1104' });
  const about = { name: 'Anna Berg', apartment: '1104' };
  await change(other.membershipId, { maySend: false });
  const entries = (await log()).filter((one) => one.about?.name === about.name);
  const paused = entries.find(({ details }) => details['maySend'] === false);
  const joined = entries.find(({ details }) => details['status'] === 'active');
  expect(joined).toMatchObject({ by: 'Anna Berg', own: true, about });
  expect(paused).toMatchObject({ by: 'Anna Berg', about });
  expect(paused).not.toHaveProperty('own');
});

it('a member whose right to send is paused reads why, until it is given back', async () => {
  const { membershipId } = pushes.karl;
  await change(membershipId, { maySend: false, pauseReason: ' Fem falska larm i går. ' });
  expect(await own(pushes.karl)).toMatchObject({
    maySend: false,
    pauseReason: 'Fem falska larm i går.',
  });
  const details = JSON.stringify((await log()).map((one) => one.details));
  expect(details).not.toContain('falska');
  await change(membershipId, { maySend: true });
  expect(await own(pushes.karl)).not.toHaveProperty('pauseReason');
});

it('a building has a name, an address and a note for the rescue service, which managers read', async () => {
  pushes.app.clock.step(1_000);
  const before = (await act<BuildingDetails>(path('GET'))).body;
  const rescueNote = 'Gas stängs av i källaren.\nNyckeltub vid porten.';
  const changed = await act<BuildingDetails>(path('PATCH'), { name: 'BRF Nya namnet', rescueNote });
  expect(changed.body).toMatchObject({
    name: 'BRF Nya namnet',
    address: before.address,
    rescueNote,
  });
  const seen = await act<BuildingDetails>(path('GET'), undefined, pushes.karl);
  expect(seen.body.name).toBe('BRF Nya namnet');
  expect(seen.body).not.toHaveProperty('rescueNote');
  await act(path('PATCH'), { name: before.name, rescueNote: '' });
  expect((await act<BuildingDetails>(path('GET'))).body).toEqual(before);
  expect((await log())[0]).toMatchObject({
    action: 'building.changed',
    by: 'Anna Berg',
    details: { name: true, rescueNote: true },
  });
});

it('the log has no alarm, no e-mail, and pages', async () => {
  await pushes.raise();
  const { body } = await act<Page<LogItem>>(path('GET', '/log'));
  expect(body.items.every(({ action }) => !action.startsWith('alarm.'))).toBe(true);
  expect(JSON.stringify(body)).not.toContain('@');
  await pushes.app.database.query(
    `insert into audit_log (id, at, action, building_id, details)
     select gen_random_uuid(), now(), 'building.changed', $1, '{}' from generate_series(1, 60)`,
    [pushes.anna.buildingId],
  );
  const first = (await act<Page<LogItem>>(path('GET', '/log'))).body;
  expect(first.items).toHaveLength(50);
  const next = (await act<Page<LogItem>>(path('GET', `/log?before=${first.next}`))).body;
  expect(next.items.length).toBeGreaterThan(9);
  expect(next.items.map(({ id }) => id)).not.toContain(first.items.at(-1)?.id);
});
