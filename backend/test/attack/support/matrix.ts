import type { ErrorCode } from '../../../src/contract/errors.js';
import type { Role } from './cast.js';

/** An HTTP status or `ok`, or the code of a refusal. */
export type Outcome = number | 'ok' | (ErrorCode & string) | string;
type Row = Record<Role, Outcome>;

const REFUSED: ErrorCode = 'auth.required';
const FOREIGN: ErrorCode = 'building.not_a_member';

/** Open to everybody, also without a sign-in. */
const all = (done: Outcome): Row => ({ ...signedIn(done), visitor: done });

const signedIn = (done: Outcome): Row => ({
  visitor: REFUSED,
  pending: done,
  resident: done,
  manager: done,
  paused: done,
  removed: done,
  stranger: done,
  administrator: done,
});

const administrators = (done: Outcome): Row => ({
  ...signedIn('auth.admin_required' satisfies ErrorCode),
  administrator: done,
});

/** @param refusal for everybody who is no active member of the building */
const members = (done: Outcome, refusal: ErrorCode = FOREIGN): Row => ({
  ...signedIn(refusal),
  resident: done,
  manager: done,
  paused: done,
});

const managers = (done: Outcome): Row => ({
  ...members('building.manager_required' satisfies ErrorCode),
  manager: done,
});

/** Administrators invite to every building, for its first manager. */
const inviters = (done: Outcome): Row => ({ ...managers(done), administrator: done });

const ofAlarm = (done: Outcome): Row => members(done, 'alarm.not_found');

/** The resident has sent the alarm. */
const senderAndManagers = (done: Outcome): Row => ({
  ...ofAlarm(done),
  paused: 'alarm.not_yours' satisfies ErrorCode,
});

const sender = (done: Outcome): Row => ({
  ...ofAlarm('alarm.not_sender' satisfies ErrorCode),
  resident: done,
});

const pressers = (done: Outcome): Row => ({
  ...members(done),
  paused: 'alarm.sending_paused' satisfies ErrorCode,
});

/** The answer to each role's requests in `requests.ts`. */
export const ROUTES: Record<string, Row> = {
  'GET /health/live': all(200),
  'GET /health/ready': all(200),
  'POST /gate/validate-code': all(200),
  'GET /gate/sessions/:sessionId': all('gate.session_not_found'),

  'POST /auth/sign-up': all('auth.already_registered'),
  'POST /auth/sign-in': all('auth.invalid_credentials'),
  'POST /auth/sign-in/code': all('request.origin_refused'),
  'GET /auth/session': all(200),
  'POST /auth/refresh': all('request.origin_refused'),
  'POST /auth/sign-out': all('request.origin_refused'),
  'POST /auth/reset': all('auth.reset_link_invalid'),
  'POST /auth/reset-request': signedIn(204),
  'DELETE /auth/reset-link': signedIn(204),
  'POST /auth/password': signedIn('auth.wrong_password'),
  'GET /auth/sessions': signedIn(200),
  'DELETE /auth/sessions/:id': signedIn('auth.session_not_found'),
  'GET /auth/me': signedIn(200),
  'POST /auth/me/texts-read': signedIn(204),
  'POST /auth/me/export': signedIn('auth.wrong_password'),
  'POST /auth/me/close': signedIn('auth.wrong_password'),
  'GET /auth/second-factor': signedIn(200),
  'POST /auth/second-factor/set-up': signedIn('auth.wrong_password'),
  'POST /auth/second-factor/turn-on': signedIn('second_factor.not_on'),
  'POST /auth/second-factor/turn-off': signedIn('second_factor.not_on'),
  'POST /auth/second-factor/confirm': signedIn('second_factor.not_on'),
  'GET /devices': signedIn(200),
  'PATCH /devices/:id': { ...signedIn('device.not_found'), manager: 200 },
  'DELETE /devices/:id': signedIn('device.not_found'),
  'POST /devices/page-errors': signedIn(204),
  'GET /push/key': signedIn(200),
  'POST /push/subscriptions': signedIn(201),
  'DELETE /push/subscriptions/:id': signedIn('push.subscription_not_found'),
  'POST /push/test': signedIn(200),
  'POST /push/test/:testId': all('auth.required'),
  'PATCH /memberships/:id': { ...signedIn('membership.not_found'), manager: 200 },
  'DELETE /memberships/:id': signedIn('membership.not_found'),

  'POST /invitations/look-up': all('invitation.not_found'),
  'POST /invitations/accept': signedIn('invitation.not_found'),
  'POST /demo/join': signedIn('request.invalid'),
  'POST /buildings': signedIn('gate.session_required'),
  'GET /buildings/:id': members(200),
  'PATCH /buildings/:id': managers(200),
  'GET /buildings/:id/log': managers(200),
  'GET /buildings/:id/members': managers(200),
  'POST /buildings/:id/members/:membershipId/remind': managers(200),
  'PATCH /buildings/:id/members/:membershipId': managers(200),
  'DELETE /buildings/:id/members/:membershipId': managers('membership.not_found'),
  'POST /buildings/:id/members/:membershipId/reset-link': managers(201),
  'POST /buildings/:id/members/:membershipId/home': managers('membership.home_not_requested'),
  'GET /buildings/:id/homes': managers(200),
  'PATCH /buildings/:id/homes': managers(200),
  'GET /buildings/:id/exercises': managers(200),
  'POST /buildings/:id/exercises': managers('exercise.time_invalid'),
  'DELETE /buildings/:id/exercises/:exerciseId': managers('exercise.not_found'),
  'GET /buildings/:id/exercises/:exerciseId/report': managers('exercise.not_found'),
  'GET /buildings/:id/invitations': inviters(200),
  'POST /buildings/:id/invitations/letters': inviters(201),
  'POST /buildings/:id/invitations': inviters(201),
  'DELETE /buildings/:id/invitations/:invitationId': inviters('invitation.not_found'),

  'POST /kiosks': all(201),
  'POST /kiosks/:pairingId/token': all('kiosk.not_found'),
  'GET /buildings/:id/kiosks': managers(200),
  'GET /buildings/:id/to-do': managers(200),
  'POST /buildings/:id/kiosks': managers('kiosk.code_not_found'),
  'PATCH /buildings/:id/kiosks/:kioskId': managers('kiosk.not_found'),
  'DELETE /buildings/:id/kiosks/:kioskId': managers('kiosk.not_found'),

  'GET /buildings/:id/events': members(200),
  'GET /buildings/:id/alarms': members(200),
  'POST /buildings/:id/alarms': pressers(201),
  'GET /alarms/:alarmId': ofAlarm(200),
  'GET /alarms/:alarmId/reach': senderAndManagers(200),
  'GET /alarms/:alarmId/help': ofAlarm(200),
  'POST /alarms/:alarmId/handover': {
    ...ofAlarm('building.manager_required'),
    manager: 201,
  },
  'GET /alarms/:alarmId/report': {
    ...ofAlarm('building.manager_required'),
    manager: 200,
  },
  'GET /handover/:token': all('handover.over'),
  'PATCH /alarms/:alarmId': sender(200),
  'POST /alarms/:alarmId/extend': senderAndManagers(200),
  'POST /alarms/:alarmId/responses': ofAlarm(200),
  'POST /alarms/:alarmId/receipts': ofAlarm(204),
  'POST /alarms/:alarmId/mute': ofAlarm(200),
  'POST /alarms/:alarmId/end': senderAndManagers(200),

  'GET /admin/codes': administrators(200),
  'POST /admin/codes/generate': administrators(200),
  'POST /admin/codes': administrators(201),
  'DELETE /admin/codes/:id': administrators('code.not_found'),
  'POST /admin/reset-links': administrators('account.not_found'),
  'GET /admin/audit': administrators(200),
  'GET /admin/status': administrators(200),
  'GET /admin/buildings': administrators(200),
  'POST /admin/buildings': administrators(201),
  'DELETE /admin/buildings/:id': administrators('building.not_found'),
};

/** The answer to each role's payloads in `requests.ts`. A visitor is refused at the handshake. */
export const EVENTS: Record<string, Row> = {
  'alarm:raise': pressers('ok'),
  'alarm:respond': ofAlarm('ok'),
  'alarm:mute': ofAlarm('ok'),
  'alarm:receipt': ofAlarm('ok'),
  'alarm:end': senderAndManagers('ok'),
  'device:state': signedIn('ok'),
  'auth:renew': signedIn('ok'),
};
