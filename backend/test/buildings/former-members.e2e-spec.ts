import { randomUUID } from 'node:crypto';
import type { CreatedInvitation, CreatedResetLink, Me, Member } from '../../src/contract/http.js';
import { ChangeSignals } from '../../src/platform/realtime/change-signals.js';
import { call, newPerson, openTab, signIn, type Person, type Tab } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

/** Former members, and the reset links that a manager must not get for them. */

const DAY_MS = 24 * 60 * 60_000;
const HAS_LEFT = [409, 'membership.has_left', 'Medlemmen har lämnat huset. Skicka en ny inbjudan.'];
const TOO_EARLY = [
  403,
  'membership.reset_link_too_early',
  'Medlemmen är ny i huset. Medlemmen kan be om länken i sin profil, eller du kan be en administratör.',
];

let app: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;
const tabs: Tab[] = [];

beforeEach(async () => {
  app = await freshApp();
  [anna, karl, lisa] = await Promise.all(
    ['anna', 'karl', 'lisa'].map((name) => signIn(app, name)) as [
      Promise<Person>,
      Promise<Person>,
      Promise<Person>,
    ],
  );
});

afterEach(() => {
  tabs.splice(0).forEach((tab) => tab.close());
});

const route = (method: string, { membershipId }: Person, rest = '') =>
  `${method} /buildings/${anna.buildingId}/members/${membershipId}${rest}`;
const change = (member: Person, body: object, by = anna) =>
  call<Member>(app, route('PATCH', member), { token: by.token, body });
const linkFor = (member: Person, by = anna) =>
  call<CreatedResetLink>(app, route('POST', member, '/reset-link'), { token: by.token });
const me = async ({ token }: Person) => (await call<Me>(app, 'GET /auth/me', { token })).body;
const refusal = ({ status, body }: Awaited<ReturnType<typeof linkFor | typeof change>>) => [
  status,
  body.error.code,
  body.error.message,
];

async function accept(person: Person): Promise<Person> {
  const { body } = await call<CreatedInvitation>(
    app,
    `POST /buildings/${anna.buildingId}/invitations`,
    { token: anna.token, body: { kind: 'personal' } },
  );
  const token = new URL(body.url).hash.slice(1);
  const answer = await call<Member>(app, 'POST /invitations/accept', {
    token: person.token,
    body: { token, name: 'Karl Ek', apartment: '1301' },
  });
  expect(answer.body.status).toBe('active');
  return { ...person, membershipId: answer.body.id, buildingId: anna.buildingId };
}

describe('a member who has left', () => {
  beforeEach(async () => {
    const path = `DELETE /memberships/${karl.membershipId}`;
    expect((await call(app, path, { token: karl.token })).status).toBe(204);
  });

  it('is not brought back by a manager, who therefore gets no reset link', async () => {
    expect(refusal(await change(karl, { status: 'active' }))).toEqual(HAS_LEFT);
    expect((await me(karl)).memberships).toEqual([]);
    expect((await linkFor(karl)).status).toBe(404);
  });

  it('is not brought back after a removal or another change by a manager either', async () => {
    expect(refusal(await change(karl, { role: 'manager' }))).toEqual(HAS_LEFT);
    expect((await call(app, route('DELETE', karl), { token: anna.token })).status).toBe(204);
    expect(refusal(await change(karl, { status: 'active' }))).toEqual(HAS_LEFT);
  });

  it('comes back by an invitation, and counts as new then', async () => {
    await accept(karl);
    expect((await me(karl)).memberships).toMatchObject([{ status: 'active', role: 'resident' }]);
    expect(refusal(await linkFor(karl))).toEqual(TOO_EARLY);
  });
});

describe('a member whom a manager removed', () => {
  it('is brought back by that manager alone, and counts as new then', async () => {
    await change(lisa, { role: 'manager' });
    await change(karl, { status: 'revoked' });
    expect(refusal(await change(karl, { status: 'active' }, lisa))).toEqual(HAS_LEFT);
    expect((await change(karl, { status: 'active' })).body).toMatchObject({ status: 'active' });
    expect((await me(karl)).memberships).toMatchObject([{ status: 'active' }]);
    expect(refusal(await linkFor(karl))).toEqual(TOO_EARLY);
  });
});

describe('a reset link', () => {
  it('is made for members of a week', async () => {
    const nils = await accept(await newPerson(app));
    app.clock.step(7 * DAY_MS - 1_000);
    const fresh = await signIn(app, 'anna');
    expect(refusal(await linkFor(nils, fresh))).toEqual(TOO_EARLY);
    app.clock.step(1_000);
    expect((await linkFor(nils, fresh)).status).toBe(201);
  });

  it('counts the week of a pending member from the approval', async () => {
    const nils = await newPerson(app);
    const { body: poster } = await call<CreatedInvitation>(
      app,
      `POST /buildings/${anna.buildingId}/invitations`,
      { token: anna.token, body: { kind: 'poster' } },
    );
    const { body } = await call<Member>(app, 'POST /invitations/accept', {
      token: nils.token,
      body: { token: poster.code, name: 'Nils Ny', apartment: '1104' },
    });
    app.clock.step(8 * DAY_MS);
    const fresh = await signIn(app, 'anna');
    const member = { ...nils, membershipId: body.id };
    expect((await change(member, { status: 'active' }, fresh)).status).toBe(200);
    expect(refusal(await linkFor(member, fresh))).toEqual(TOO_EARLY);
  });

  it('is made for a newer member who asked for one, once and within a day', async () => {
    const nils = await accept(await newPerson(app));
    const ask = () => call(app, 'POST /auth/reset-request', { token: nils.token });
    expect((await ask()).status).toBe(204);
    expect((await linkFor(nils)).status).toBe(201);
    expect(refusal(await linkFor(nils))).toEqual(TOO_EARLY);
    await ask();
    app.clock.step(DAY_MS);
    expect(refusal(await linkFor(nils, await signIn(app, 'anna')))).toEqual(TOO_EARLY);
  });

  it('is shown at once to its user, who stays signed in and may delete it', async () => {
    const tab = await openTab(app, karl);
    tabs.push(tab);
    const { body } = await linkFor(karl);
    await tab.until('me:changed');
    const shown = { madeBy: 'Anna Berg', expiresAt: body.expiresAt };
    expect((await me(karl)).resetLink).toEqual(shown);
    expect(await me(lisa)).not.toHaveProperty('resetLink');

    expect((await call(app, 'DELETE /auth/reset-link', { token: karl.token })).status).toBe(204);
    await tab.until('me:changed', 2);
    expect(await me(karl)).not.toHaveProperty('resetLink');
    const publish = jest.spyOn(app.app.get(ChangeSignals), 'publish');
    expect((await call(app, 'DELETE /auth/reset-link', { token: karl.token })).status).toBe(204);
    expect(publish).not.toHaveBeenCalled();
    publish.mockRestore();
    const token = new URL(body.url).hash.slice(1);
    const used = await call(app, 'POST /auth/reset', { body: { token, password: randomUUID() } });
    expect([used.status, used.body.error.code]).toEqual([404, 'auth.reset_link_invalid']);
  });

  it('of an administrator names nobody, and is not shown once it has expired', async () => {
    const { token } = await signIn(app, 'admin');
    const body = { email: 'karl@resq.example' };
    await call(app, 'POST /admin/reset-links', { token, body });
    expect((await me(karl)).resetLink).toEqual({ expiresAt: expect.any(String) as string });
    app.clock.step(DAY_MS);
    expect(await me(await signIn(app, 'karl'))).not.toHaveProperty('resetLink');
  });
});
