import type { SOCKET_ERRORS } from './socket-errors.js';

type Statuses = {
  readonly [Code in keyof typeof SOCKET_ERRORS]: (typeof SOCKET_ERRORS)[Code]['status'];
};

/** The statuses alone, for the alarm's code in the browser: a refusal brings its message with it. */
export const SOCKET_STATUSES: Statuses = {
  'system.unavailable': 503,
  'request.invalid': 400,
  'request.too_large': 413,
  'request.not_found': 404,
  'request.rate_limited': 429,
  'request.origin_refused': 403,
  'auth.required': 401,
  'auth.session_ended': 401,
  'connection.too_many': 429,
  'building.not_a_member': 403,
  'building.manager_required': 403,
  'building.last_manager': 409,
  'device.too_many': 409,
  'device.not_found': 404,
  'alarm.not_found': 404,
  'alarm.id_taken': 409,
  'alarm.not_kept': 503,
  'alarm.busy': 503,
  'alarm.rate_limited': 429,
  'alarm.sending_paused': 403,
  'alarm.not_yours': 403,
  'alarm.not_sender': 403,
  'alarm.over': 409,
  'system.restarting': 503,
  'system.busy': 503,
  'system.failed': 500,
};
