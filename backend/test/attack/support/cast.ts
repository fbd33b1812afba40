import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { Device } from '../../../src/contract/devices.js';
import type {
  CreatedInvitation,
  Membership,
  Page,
  SignInSession,
} from '../../../src/contract/http.js';
import type { PushSubscriptionRequest, SavedPushSubscription } from '../../../src/contract/push.js';
import { call, newPerson, signIn, Tab, type Person } from '../../support/client.js';
import { ARMED, say } from '../../support/device-states.js';
import type { TestApp } from '../../support/start-app.js';

/** Everybody who may stand at a door, in the order of the role matrix. */
export const ROLES = [
  'visitor',
  'pending',
  'resident',
  'manager',
  'paused',
  'removed',
  'stranger',
  'administrator',
] as const;
export type Role = (typeof ROLES)[number];

/** The ids of one building and of its manager, as requests name them. */
export interface Ids {
  buildingId: string;
  /** Another member than the manager. */
  membershipId: string;
  ownMembershipId: string;
  invitationId: string;
  /** An active alarm. */
  alarmId: string;
  sessionId: string;
  /** The id of a saved device, and the id that its browser sends. */
  deviceRowId: string;
  deviceId: string;
  subscriptionId: string;
}

export interface Cast {
  roles: Record<Exclude<Role, 'visitor'>, Person>;
  /** The building of everybody but the stranger, who manages the other one. */
  home: Ids;
  foreign: Ids;
}

/** No push service answers there, so nothing leaves the machine. */
export const PUSH_TEST_HOST = 'localhost:9';

/** @returns a valid request to save a subscription; its address is another one each time */
export function subscriptionOf(deviceId: string): PushSubscriptionRequest {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  return { deviceId, endpoint: `https://${PUSH_TEST_HOST}/${randomUUID()}`, keys };
}

/** Signs everybody in and gives both buildings one of everything that has an id. */
export async function gather(app: TestApp): Promise<Cast> {
  const [manager, resident, paused, administrator, pending, removed, stranger, neighbour] =
    await Promise.all([
      signIn(app, 'anna'),
      signIn(app, 'karl'),
      signIn(app, 'lisa'),
      signIn(app, 'admin'),
      newPerson(app, { name: 'Vera Ny', apartment: '1101' }),
      newPerson(app, { name: 'Rolf Borta', apartment: '1102' }),
      newPerson(app),
      newPerson(app),
    ]);
  const change = (set: string, { membershipId }: Person) =>
    app.database.query(`update memberships set ${set} where id = $1`, [membershipId]);
  await change(`status = 'pending'`, pending);
  await change(`status = 'revoked'`, removed);
  await change(`may_send = false`, paused);
  await startBuilding(app, stranger);
  await join(app, neighbour, stranger);
  return {
    roles: { pending, resident, manager, paused, removed, stranger, administrator },
    home: await idsOf(app, manager, resident),
    foreign: await idsOf(app, stranger, neighbour),
  };
}

async function startBuilding(app: TestApp, person: Person): Promise<void> {
  const sessionId = randomUUID();
  await call(app, 'POST /gate/validate-code', { body: { code: 'DEMO-2026', sessionId } });
  const home = { name: 'BRF Grannen', address: 'Storgatan 18, Umeå', apartment: '1001' };
  const { body } = await call<Membership>(app, 'POST /buildings', {
    token: person.token,
    body: { ...home, personName: 'Stina Fors', sessionId },
  });
  Object.assign(person, { buildingId: body.building.id, membershipId: body.id });
}

async function join(app: TestApp, person: Person, { token, buildingId }: Person): Promise<void> {
  const path = `POST /buildings/${buildingId}/invitations`;
  const { body } = await call<CreatedInvitation>(app, path, { token, body: { kind: 'personal' } });
  const { body: membership } = await call<Membership>(app, 'POST /invitations/accept', {
    token: person.token,
    body: { token: body.url.split('#')[1], name: 'Nils Fors', apartment: '1002' },
  });
  Object.assign(person, { buildingId, membershipId: membership.id });
}

async function idsOf(app: TestApp, manager: Person, member: Person): Promise<Ids> {
  const { token, buildingId } = manager;
  const [alarmId, deviceId] = [randomUUID(), randomUUID()];
  await call(app, `POST /buildings/${buildingId}/alarms`, {
    token: member.token,
    body: { alarmId, type: 'fire', separate: true },
  });
  const { body: invitation } = await call<CreatedInvitation>(
    app,
    `POST /buildings/${buildingId}/invitations`,
    { token, body: { kind: 'personal' } },
  );
  const { body: sessions } = await call<SignInSession[]>(app, 'GET /auth/sessions', { token });
  const tab = new Tab(app, { token, deviceId });
  await tab.until('sync');
  await say(tab, ARMED);
  tab.close();
  const { body: devices } = await call<Page<Device>>(app, 'GET /devices', { token });
  const { body: subscription } = await call<SavedPushSubscription>(
    app,
    'POST /push/subscriptions',
    { token, body: subscriptionOf(deviceId) },
  );
  const ids = {
    buildingId,
    membershipId: member.membershipId,
    ownMembershipId: manager.membershipId,
    invitationId: invitation.id,
    alarmId,
    sessionId: sessions[0]?.id ?? '',
    deviceRowId: devices.items[0]?.id ?? '',
    deviceId,
    subscriptionId: subscription.id,
  };
  const missing = Object.entries(ids).find(([, id]) => !id);
  if (missing) throw new Error(`no ${missing[0]}`);
  return ids;
}
