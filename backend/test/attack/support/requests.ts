import { randomUUID } from 'node:crypto';
import { ARMED } from '../../support/device-states.js';
import { subscriptionOf, type Ids } from './cast.js';

export interface ValidRequest {
  path?: Record<string, string>;
  body?: Record<string, unknown>;
}

type MakeRequest = (ids: Ids) => ValidRequest;

const building: MakeRequest = ({ buildingId: id }) => ({ path: { id } });
const member: MakeRequest = ({ buildingId: id, membershipId }) => ({ path: { id, membershipId } });
const exercise: MakeRequest = ({ buildingId: id }) => ({ path: { id, exerciseId: randomUUID() } });
const alarm: MakeRequest = ({ alarmId }) => ({ path: { alarmId } });
const nothing: MakeRequest = () => ({});
const body =
  (fields: Record<string, unknown>): MakeRequest =>
  () => ({ body: fields });
const press = () => ({ alarmId: randomUUID(), type: 'fire', separate: true });

const WRONG = 'fel-lösenord';
/** Long enough for an administrator too. */
const NEW = 'ett-nytt-lösenord';
const UNKNOWN_TOKEN = 'x'.repeat(22);

/**
 * A request to every route that is valid apart from what would change an account: a password, a code
 * or a token is wrong. Whoever may do it gets an answer from behind the check of rights.
 */
export const REQUESTS: Record<string, MakeRequest> = {
  'GET /health/live': nothing,
  'GET /health/ready': nothing,
  'POST /gate/validate-code': () => ({ body: { code: 'XXXX-0000', sessionId: randomUUID() } }),
  'GET /gate/sessions/:sessionId': () => ({ path: { sessionId: randomUUID() } }),

  'POST /auth/sign-up': body({ email: 'karl@resq.example', password: NEW }),
  'POST /auth/sign-in': body({ email: 'karl@resq.example', password: WRONG }),
  'POST /auth/sign-in/code': body({ code: '000000' }),
  'GET /auth/session': nothing,
  'POST /auth/refresh': body({}),
  'POST /auth/sign-out': body({}),
  'POST /auth/reset': body({ token: UNKNOWN_TOKEN, password: NEW }),
  'POST /auth/reset-request': nothing,
  'DELETE /auth/reset-link': nothing,
  'POST /auth/password': body({ current: WRONG, password: NEW }),
  'GET /auth/sessions': nothing,
  'DELETE /auth/sessions/:id': ({ sessionId: id }) => ({ path: { id } }),
  'GET /auth/me': nothing,
  'POST /auth/me/texts-read': nothing,
  'POST /auth/me/export': body({ password: WRONG }),
  'POST /auth/me/close': body({ password: WRONG }),
  'GET /auth/second-factor': nothing,
  'POST /auth/second-factor/set-up': body({ password: WRONG }),
  'POST /auth/second-factor/turn-on': body({ code: '000000' }),
  'POST /auth/second-factor/turn-off': body({ code: '000000' }),
  'POST /auth/second-factor/confirm': body({ code: '000000' }),
  'GET /devices': nothing,
  'PATCH /devices/:id': ({ deviceRowId: id }) => ({ path: { id }, body: { name: 'Köket' } }),
  'DELETE /devices/:id': ({ deviceRowId: id }) => ({ path: { id } }),
  'POST /devices/page-errors': body({ name: 'TypeError', at: 'alarm-x.js:1:2', build: 'dev' }),
  'GET /push/key': nothing,
  'POST /push/subscriptions': ({ deviceId }) => ({ body: { ...subscriptionOf(deviceId) } }),
  'DELETE /push/subscriptions/:id': ({ subscriptionId: id }) => ({ path: { id } }),
  // Nothing is sent, because the device has no subscription.
  'POST /push/test': () => ({ body: { deviceId: randomUUID() } }),
  'POST /push/test/:testId': () => ({ path: { testId: randomUUID() } }),
  'PATCH /memberships/:id': ({ ownMembershipId: id }) => ({ path: { id }, body: {} }),
  'DELETE /memberships/:id': ({ ownMembershipId: id }) => ({ path: { id } }),

  'POST /invitations/look-up': body({ token: UNKNOWN_TOKEN }),
  'POST /invitations/accept': body({ token: UNKNOWN_TOKEN, name: 'Karl Ek', apartment: '1301' }),
  'POST /demo/join': body({ name: 'Karl Ek', apartment: 'none' }),
  'POST /buildings': () => ({
    body: {
      name: 'BRF Nya',
      address: 'Storgatan 20, Umeå',
      personName: 'Karl Ek',
      apartment: '1301',
      sessionId: randomUUID(),
    },
  }),
  'GET /buildings/:id': building,
  'PATCH /buildings/:id': (ids) => ({ ...building(ids), body: {} }),
  'GET /buildings/:id/log': building,
  'GET /buildings/:id/members': building,
  'POST /buildings/:id/members/:membershipId/remind': member,
  'PATCH /buildings/:id/members/:membershipId': (ids) => ({
    ...member(ids),
    body: { seen: { name: 'Karl Ek', apartment: '1301' } },
  }),
  'DELETE /buildings/:id/members/:membershipId': member,
  'POST /buildings/:id/members/:membershipId/reset-link': member,
  'POST /buildings/:id/members/:membershipId/home': (ids) => ({
    ...member(ids),
    body: { confirmed: true, apartment: '1301' },
  }),
  'GET /buildings/:id/homes': building,
  'PATCH /buildings/:id/homes': (ids) => ({
    ...building(ids),
    body: { add: [{ entrance: 'A', apartments: ['1401'] }] },
  }),
  'GET /buildings/:id/exercises': building,
  'POST /buildings/:id/exercises': (ids) => ({
    ...building(ids),
    body: { at: '2026-01-01T12:00:00.000Z' },
  }),
  'DELETE /buildings/:id/exercises/:exerciseId': exercise,
  'GET /buildings/:id/exercises/:exerciseId/report': exercise,
  'GET /buildings/:id/invitations': building,
  'POST /buildings/:id/invitations/letters': (ids) => ({
    ...building(ids),
    body: { homes: [{ apartments: ['1401'] }] },
  }),
  'POST /buildings/:id/invitations': (ids) => ({ ...building(ids), body: { kind: 'personal' } }),
  'DELETE /buildings/:id/invitations/:invitationId': ({ buildingId: id, invitationId }) => ({
    path: { id, invitationId },
  }),

  'POST /kiosks': nothing,
  'POST /kiosks/:pairingId/token': () => ({
    path: { pairingId: randomUUID() },
    body: { secret: 'x'.repeat(43) },
  }),
  'GET /buildings/:id/kiosks': building,
  'GET /buildings/:id/to-do': building,
  'POST /buildings/:id/kiosks': (ids) => ({
    ...building(ids),
    body: { code: '000000', place: 'Trapphus A' },
  }),
  'PATCH /buildings/:id/kiosks/:kioskId': ({ buildingId: id }) => ({
    path: { id, kioskId: randomUUID() },
    body: { place: 'Trapphus A' },
  }),
  'DELETE /buildings/:id/kiosks/:kioskId': ({ buildingId: id }) => ({
    path: { id, kioskId: randomUUID() },
  }),

  'GET /buildings/:id/events': building,
  'GET /buildings/:id/alarms': building,
  'POST /buildings/:id/alarms': (ids) => ({ ...building(ids), body: press() }),
  'GET /alarms/:alarmId': alarm,
  'GET /alarms/:alarmId/reach': alarm,
  'GET /alarms/:alarmId/help': alarm,
  'POST /alarms/:alarmId/handover': alarm,
  'GET /alarms/:alarmId/report': alarm,
  'GET /handover/:token': () => ({ path: { token: 'x'.repeat(43) } }),
  'PATCH /alarms/:alarmId': (ids) => ({ ...alarm(ids), body: { place: 'Vinden' } }),
  'POST /alarms/:alarmId/extend': alarm,
  'POST /alarms/:alarmId/responses': (ids) => ({ ...alarm(ids), body: { response: 'safe' } }),
  'POST /alarms/:alarmId/receipts': ({ alarmId, deviceId }) => ({
    path: { alarmId },
    body: { deviceId, level: 'received' },
  }),
  'POST /alarms/:alarmId/mute': (ids) => ({ ...alarm(ids), body: { muted: true } }),
  'POST /alarms/:alarmId/end': (ids) => ({ ...alarm(ids), body: { outcome: 'resolved' } }),

  'GET /admin/codes': nothing,
  'POST /admin/codes/generate': nothing,
  'POST /admin/codes': body({ code: 'ABCD-1234' }),
  'DELETE /admin/codes/:id': () => ({ path: { id: randomUUID() } }),
  'POST /admin/reset-links': body({ email: 'nobody@resq.example' }),
  'GET /admin/audit': nothing,
  'GET /admin/status': nothing,
  'GET /admin/buildings': nothing,
  'POST /admin/buildings': body({ name: 'BRF Linden', address: 'Lindvägen 1, Umeå' }),
  'DELETE /admin/buildings/:id': () => ({ path: { id: randomUUID() } }),
};

/** A valid payload of every event. */
export const MESSAGES: Record<string, (ids: Ids, token: string) => Record<string, unknown>> = {
  'alarm:raise': ({ buildingId }) => ({ buildingId, ...press() }),
  'alarm:respond': ({ alarmId }) => ({ alarmId, response: 'safe' }),
  'alarm:mute': ({ alarmId }) => ({ alarmId, muted: true }),
  'alarm:receipt': ({ alarmId, deviceId }) => ({ alarmId, deviceId, level: 'received' }),
  'alarm:end': ({ alarmId }) => ({ alarmId, outcome: 'resolved' }),
  'device:state': () => ({ ...ARMED }),
  'auth:renew': (_ids, token) => ({ token }),
};

/** @returns the route as `call` expects it */
export function addressOf(route: string, path: Record<string, string> = {}): string {
  return route.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''));
}
