import { randomUUID } from 'node:crypto';
import type { CreatedInvitation, Membership } from '../../src/contract/http.js';
import { AccountsService } from '../../src/modules/auth/accounts.service.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';
import { useBuilding } from '../support/building.js';
import { INVALID, resetLinkCalls, refusalOf, tokenIn } from '../support/reset-link-calls.js';

const building = useBuilding();
const { adminLink, linkFor, storedLinks, reset, tokenFor } = resetLinkCalls(building);

describe('a manager’s reset link', () => {
  const refused = async (member: Person) => {
    const { status, body } = await linkFor(member);
    expect([status, body.error.code, body.error.message]).toEqual([
      403,
      'membership.reset_link_refused',
      'Be en administratör om en engångslänk.',
    ]);
    expect(await storedLinks()).toEqual([]);
  };
  const ownBuilding = async ({ token }: Person) => {
    const sessionId = randomUUID();
    await call(building.app, 'POST /gate/validate-code', {
      body: { code: 'DEMO-2026', sessionId },
    });
    const { body } = await call<Membership>(building.app, 'POST /buildings', {
      token,
      body: {
        name: 'BRF Eken',
        address: 'Ekvägen 1, Umeå',
        personName: 'Eva Ek',
        apartment: '1001',
        sessionId,
      },
    });
    return body;
  };

  it('is refused for an administrator', async () => {
    await building.app.app.get(AccountsService).grantAdmin('karl@resq.example');
    await refused(building.karl);
  });

  it('is refused for a member who manages another building', async () => {
    const eva = await newPerson(building.app, { name: 'Eva Ek', apartment: '1104' });
    await ownBuilding(eva);
    await refused(eva);
  });

  it('is refused for a member who belongs to another building', async () => {
    const { membershipId } = await newPerson(building.app, { name: 'Eva Ek', apartment: '1104' });
    const otto = await signIn(building.app, 'otto');
    await building.app.database.query(
      'update memberships set user_id = $1 where user_id = $2 and building_id <> $3',
      [await userIdOf(membershipId), otto.userId, building.anna.buildingId],
    );
    await refused({ ...building.anna, membershipId });
  });

  it('is refused for a member of a building that the manager has managed and left', async () => {
    const { app, anna } = building;
    const eva = await newPerson(app, { name: 'Eva Ek', apartment: '1104' });
    const { building: own } = await ownBuilding(eva);
    const { body: invitation } = await call<CreatedInvitation>(
      app,
      `POST /buildings/${own.id}/invitations`,
      { token: eva.token, body: { kind: 'personal', role: 'manager' } },
    );
    const { body: joined } = await call<Membership>(app, 'POST /invitations/accept', {
      token: anna.token,
      body: { token: tokenIn(invitation), name: 'Anna Berg', apartment: '1002' },
    });
    expect(joined).toMatchObject({ role: 'manager', status: 'active' });
    const { status } = await call(app, `DELETE /memberships/${joined.id}`, { token: anna.token });
    expect(status).toBe(204);
    await refused(eva);
  });

  it('becomes invalid when its member becomes an administrator or manages another building', async () => {
    const toAdmin = await tokenFor(building.karl);
    await building.app.app.get(AccountsService).grantAdmin('karl@resq.example');
    expect(refusalOf(await reset(toAdmin, 'x'.repeat(15)))).toEqual([404, INVALID]);

    const toManager = await tokenFor(building.lisa);
    await ownBuilding(building.lisa);
    expect(refusalOf(await reset(toManager))).toEqual([404, INVALID]);
  });

  it('is allowed for another manager of the same building', async () => {
    await change(building.karl, { role: 'manager' });
    expect((await linkFor(building.karl)).status).toBe(201);
    await change(building.karl, { role: 'resident' });
  });

  it('becomes invalid when the manager who made it loses that role', async () => {
    await change(building.karl, { role: 'manager' });
    const token = await tokenFor(building.lisa, building.karl);
    await change(building.karl, { role: 'resident' });
    expect(refusalOf(await reset(token))).toEqual([404, INVALID]);
  });
});

describe('making a reset link', () => {
  it.each([
    ['a resident', () => building.lisa, 'building.manager_required'],
    ['a stranger', () => signIn(building.app, 'otto'), 'building.not_a_member'],
  ])('is refused to %s', async (_case, person, code) => {
    const by = { ...(await person()), buildingId: building.anna.buildingId };
    const { status, body } = await linkFor(building.karl, by);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  it('is refused for pending members, former members and strangers', async () => {
    const waiting = await newPerson(building.app);
    const { body: poster } = await call<CreatedInvitation>(
      building.app,
      `POST /buildings/${building.anna.buildingId}/invitations`,
      { token: building.anna.token, body: { kind: 'poster' } },
    );
    const { body: pending } = await call<Membership>(building.app, 'POST /invitations/accept', {
      token: waiting.token,
      body: { token: poster.code, name: 'Nils Ny', apartment: '1104' },
    });
    expect(pending.status).toBe('pending');
    await change(building.karl, { status: 'revoked' });
    const otto = await signIn(building.app, 'otto');
    const ids = [pending.id, building.karl.membershipId, otto.membershipId, randomUUID()];
    for (const membershipId of ids) {
      const { status, body } = await linkFor({ ...building.karl, membershipId });
      expect([status, body.error.code]).toEqual([404, 'membership.not_found']);
    }
  });

  it('is refused by e-mail to a caller who is not an administrator', async () => {
    const { status, body } = await adminLink('karl@resq.example', building.anna);
    expect([status, body.error.code]).toEqual([403, 'auth.admin_required']);
  });

  it('is refused with an error at the field for an e-mail without an account', async () => {
    const { status, body } = await adminLink('ingen@resq.example');
    const message = 'Det finns inget konto med den adressen.';
    expect([status, body.error]).toEqual([
      404,
      expect.objectContaining({ code: 'account.not_found', message, fields: { email: message } }),
    ]);
  });

  it.each(['', 'nej', 7, null])('is refused for the e-mail %j', async (email) => {
    const { status, body } = await adminLink(email);
    expect([status, body.error.fields]).toEqual([400, { email: 'Ogiltig e-postadress' }]);
  });
});

async function userIdOf(membershipId: string): Promise<string> {
  const [row] = await building.app.database.query<{ user_id: string }[]>(
    'select user_id from memberships where id = $1',
    [membershipId],
  );
  return row?.user_id ?? '';
}

function change(member: Person, body: object) {
  const path = `PATCH /buildings/${building.anna.buildingId}/members/${member.membershipId}`;
  return call(building.app, path, { token: building.anna.token, body });
}
