import type { EntityManager } from 'typeorm';
import type { CreatedInvitation } from '../../src/contract/http.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { useBuilding } from '../support/building.js';
import { call, newPerson, type Person, type Reply } from '../support/client.js';
import { untilWaiting } from '../support/lock-waits.js';
import { tokenIn } from '../support/reset-link-calls.js';

/** Changes of one building's members that overlap, because a test locks the rows that they need. */

const building = useBuilding();

const change = (member: Person, body: object, by = building.anna) =>
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
    expect(closed).toEqual([200, 204]);
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
      await lockMemberships(locked)(tx);
      return Promise.all([leave(first), leave(second)]);
    });
    expect(left.map(({ status }) => status)).toEqual([204, 204]);
  });
});
