import type { EntityManager } from 'typeorm';
import type {
  CreatedInvitation,
  ListedHome,
  Member,
  Membership,
  Page,
} from '../../src/contract/http.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { useBuilding } from '../support/building.js';
import { call, newPerson, type Person, type Reply } from '../support/client.js';
import { mayIdle, untilWaiting } from '../support/lock-waits.js';
import { tokenIn } from '../support/reset-link-calls.js';

/** Changes of one building's members that overlap, because a test locks the rows that they need. */

const building = useBuilding();

const change = (member: Pick<Person, 'membershipId'>, body: object, by = building.anna) =>
  call(building.app, `PATCH /buildings/${by.buildingId}/members/${member.membershipId}`, {
    token: by.token,
    body,
  });

const leave = ({ token, membershipId }: Person) =>
  call(building.app, `DELETE /memberships/${membershipId}`, { token });

/** Begins two calls while `lock` holds its rows. @returns their statuses, in ascending order */
async function overlap(
  lock: (tx: EntityManager) => Promise<unknown>,
  begin: () => Promise<Reply<unknown>>[],
): Promise<number[]> {
  const { answers } = await building.app.database.transaction(async (tx) => {
    await mayIdle(tx);
    await lock(tx);
    const begun = begin();
    await untilWaiting(building.app.database, begun.length);
    return { answers: Promise.all(begun) };
  });
  return (await answers).map(({ status }) => status).sort();
}

/** Begins the second call when the first one waits for a lock. */
const inOrder = (
  first: () => Promise<Reply<unknown>>,
  second: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>>[] => [
  first(),
  untilWaiting(building.app.database, 1).then(() => second()),
];

const lockMemberships = (...members: Person[]) => {
  const ids = members.map(({ membershipId }) => membershipId);
  return (tx: EntityManager) =>
    tx.query('select 1 from memberships where id = any($1) for update', [ids]);
};

it('a personal link makes one member of two users who accept it at once', async () => {
  const { app, anna } = building;
  const { body } = await call<CreatedInvitation>(
    app,
    `POST /buildings/${anna.buildingId}/invitations`,
    { token: anna.token, body: { kind: 'personal' } },
  );
  const users = [await newPerson(app), await newPerson(app)];
  const invitation = { token: tokenIn(body), name: 'Ny Granne', apartment: '1104' };
  const statuses = await overlap(
    (tx) => tx.query('select 1 from invitations for update'),
    () =>
      users.map(({ token }) => call(app, 'POST /invitations/accept', { token, body: invitation })),
  );
  expect(statuses).toEqual([201, 404]);
});

describe('a building', () => {
  it('keeps one of two managers who demote each other at once', async () => {
    const { anna, karl } = building;
    await change(karl, { role: 'manager' });
    const demoted = await overlap(lockMemberships(anna, karl), () => [
      change(karl, { role: 'resident' }, anna),
      change(anna, { role: 'resident' }, karl),
    ]);
    // The second one has been let in as a manager, and is none any more.
    expect(demoted).toEqual([200, 403]);
  });

  it('obeys no manager who is being removed', async () => {
    const { anna, karl, lisa } = building;
    await change(karl, { role: 'manager' });
    const removed = await overlap(lockMemberships(karl), () =>
      inOrder(
        () => change(karl, { status: 'revoked' }, anna),
        () => change(lisa, { role: 'manager' }, karl),
      ),
    );
    expect(removed).toEqual([200, 403]);
  });

  it('lets a member close the account while a manager changes the membership', async () => {
    const { app, lisa } = building;
    const password = DEMO_PASSWORD;
    const closed = await overlap(lockMemberships(lisa), () =>
      inOrder(
        () => change(lisa, { maySend: false, role: 'manager' }),
        () => call(app, 'POST /auth/me/close', { token: lisa.token, body: { password } }),
      ),
    );
    // On a slow machine the change may have waited for too long, and is tried again after the closing.
    expect([
      [200, 204],
      [204, 409],
    ]).toContainEqual(closed);
  });

  it('keeps one of two managers who leave at once', async () => {
    const { anna, karl } = building;
    await change(karl, { role: 'manager' });
    const left = await overlap(lockMemberships(anna, karl), () => [leave(anna), leave(karl)]);
    expect(left).toEqual([204, 409]);
  });

  it('lets members leave while another member’s row is locked', async () => {
    const { app } = building;
    const neighbours = [
      await newPerson(app, { name: 'Ny Granne', apartment: '1402' }),
      await newPerson(app, { name: 'Ny Granne', apartment: '1403' }),
      await newPerson(app, { name: 'Ny Granne', apartment: '1404' }),
    ].toSorted((a, b) => a.membershipId.localeCompare(b.membershipId));
    const [first, second, locked] = neighbours as [Person, Person, Person];
    const left = await app.database.transaction(async (tx) => {
      await mayIdle(tx);
      await lockMemberships(locked)(tx);
      return Promise.all([leave(first), leave(second)]);
    });
    expect(left.map(({ status }) => status)).toEqual([204, 204]);
  });
});

const lockBuilding = (tx: EntityManager) => tx.query('select 1 from buildings for update');

it('an expired invitation is refused without the lock that a change of members holds', async () => {
  const { app, anna } = building;
  const { body } = await call<CreatedInvitation>(
    app,
    `POST /buildings/${anna.buildingId}/invitations`,
    { token: anna.token, body: { kind: 'personal' } },
  );
  app.clock.step(14 * 24 * 60 * 60_000);
  const { token } = await newPerson(app);
  const refused = await app.database.transaction(async (tx) => {
    await mayIdle(tx);
    await lockBuilding(tx);
    const person = { token: tokenIn(body), name: 'Nils Ny', apartment: '1104' };
    return call(app, 'POST /invitations/accept', { token, body: person });
  });
  expect([refused.status, refused.body.error.code]).toEqual([404, 'invitation.not_found']);
});

describe('two managers at once', () => {
  const ask = <T>(by: Person, route: string, body?: object) => {
    const [method, rest] = route.split(' ');
    const path = `${method} /buildings/${building.anna.buildingId}${rest}`;
    return call<T>(building.app, path, { token: by.token, ...(body && { body }) });
  };
  const openInvitations = (kind: string) =>
    building.app.database.query<object[]>(
      `select 1 from invitations where kind = $1 and apartment is not distinct from $2
          and ended_at is null`,
      [kind, kind === 'personal' ? '1104' : null],
    );
  /** Both do the same. */
  const both = (route: string, body: object) =>
    overlap(lockBuilding, () => {
      const { anna, karl } = building;
      return [ask(anna, route, body), ask(karl, route, body)];
    });

  beforeEach(() => change(building.karl, { role: 'manager' }));

  it.each([
    ['active', 'revoked', [200, 200]],
    ['revoked', 'active', [200, 409]],
  ])('who answer %s and %s refuse whoever waits, and read the same', async (...answers) => {
    const [first, second, statuses] = answers;
    const { app, anna, karl } = building;
    const poster = await ask<CreatedInvitation>(anna, 'POST /invitations', { kind: 'poster' });
    const person = await newPerson(app);
    const joined = await call<Membership>(app, 'POST /invitations/accept', {
      token: person.token,
      body: { token: tokenIn(poster.body), name: 'Nils Ny', apartment: '1104' },
    });
    const waiting = { membershipId: joined.body.id };
    const answered = await overlap(lockBuilding, () =>
      inOrder(
        () => change(waiting, { status: first }, anna),
        () => change(waiting, { status: second }, karl),
      ),
    );
    expect(answered).toEqual(statuses);
    const stream = `GET /buildings/${anna.buildingId}/events`;
    expect((await call(app, stream, { token: person.token })).status).toBe(403);
    for (const manager of [anna, karl]) {
      const { body } = await ask<Page<Member>>(manager, 'GET /members');
      expect(body.items.map(({ id }) => id)).not.toContain(waiting.membershipId);
    }
  });

  it('who enter the same list have each home once', async () => {
    const add = [{ apartments: ['1401', '1402'] }];
    expect(await both('PATCH /homes', { add })).toEqual([200, 200]);
    const { body } = await ask<Page<ListedHome>>(building.karl, 'GET /homes');
    expect(body.items.filter(({ apartment }) => apartment.startsWith('14'))).toHaveLength(2);
  });

  it('who make letters to the same home leave one open', async () => {
    const homes = [{ apartments: ['1104'] }];
    expect(await both('POST /invitations/letters', { homes })).toEqual([201, 201]);
    expect(await openInvitations('personal')).toHaveLength(1);
  });

  it('who replace the same poster leave one open', async () => {
    expect(await both('POST /invitations', { kind: 'poster' })).toEqual([201, 201]);
    expect(await openInvitations('poster')).toHaveLength(1);
  });
});
