import type {
  Alarm,
  AlarmEvent,
  AlarmResponse,
  Cursor,
  HelpView,
  Outcome,
  Mute,
  RaiseResult,
  RaiseRequest,
  ReceiptLevel,
  Reach,
  ResponseKind,
  Sync,
} from './alarm.js';
import type { DeviceStateResult, DeviceStateRequest, Readiness } from './devices.js';
import type { ErrorBody } from './errors.js';

/** Socket.IO's handshake `auth`. Proxies log URLs, so the token is never part of one. */
export interface HandshakeAuth {
  token: string;
  deviceId: string;
  cursors?: Record<string, Cursor>;
  /** The body of `device:state`, from a tab that reconnects; it then sends no such event. */
  state?: DeviceStateRequest;
}

/** An acknowledgement has no HTTP status of its own, so its error names the catalogue's. */
export interface Refusal extends ErrorBody {
  status: number;
}

/** The acknowledgement of every client event. */
export type Ack<T extends object = object> = ({ ok: true } & T) | { ok: false; error: Refusal };
type Acknowledge<T extends object = object> = (ack: Ack<T>) => void;

export interface RespondRequest {
  response: ResponseKind;
  place?: string;
  /**
   * The person's own counter: a response with a lower one than the saved response changes nothing. The
   * pages send the moment of the press by the server's clock, in ms, and raise it for each press. A
   * response without one is the newest.
   */
  turn?: number;
}

export interface MuteRequest {
  muted: boolean;
}

export interface EndRequest {
  outcome: Outcome;
}

export interface ReceiptRequest {
  deviceId: string;
  level: ReceiptLevel;
  /** With `seen`: the time of the newest call for help that the person has seen. */
  helpAt?: string;
}

/** The server's reasons for closing a connection for good. */
export const SESSION_END_REASONS = ['signed_out', 'token_expired'] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

export interface ServerToClientEvents {
  /** The events after the client's cursor, with the state of the building's alarms. */
  sync: (sync: Sync) => void;
  /** The next event of a building, with the whole alarm. */
  'alarm:event': (event: AlarmEvent) => void;
  /** The homes that an alarm has reached. Sent to its sender and the managers. */
  'alarm:reach': (reach: Reach) => void;
  /** Sent to members who need help, and to those who come. */
  'alarm:help': (help: HelpView) => void;
  /** The user responded on one device: all their devices stop sounding. */
  'alarm:answered': (answer: AlarmResponse) => void;
  /** The user muted or unmuted an alarm on one device: it holds on all their devices. */
  'alarm:muted': (mute: Mute) => void;
  /** The newest event of a building, every 10 s: a client with another one has missed something. */
  'building:head': (head: { buildingId: string } & Cursor) => void;
  /** Sent when the number of ready homes changes, at most every two seconds. */
  'building:readiness': (readiness: { buildingId: string } & Readiness) => void;
  /** The server saves the state of the handshake, as it does after `device:state`. */
  'device:accepted': (accepted: Pick<DeviceStateResult, 'build'>) => void;
  /** The accepted state was not saved. The tab sends `device:state`, whose answer says why. */
  'device:refused': () => void;
  /** The user is no longer an active member: no more events of this building follow. */
  'building:left': (left: { buildingId: string }) => void;
  /** `GET /auth/me` may have another answer than before. */
  'me:changed': () => void;
  /** The sign-in has ended. The server then closes the connection. */
  'session:end': (end: { reason: SessionEndReason }) => void;
  /** The node is shutting down. The tab reconnects after the delay. */
  'server:bye': (bye: { retryInMs: number }) => void;
}

export interface ClientToServerEvents {
  /** Raises an alarm, or joins a recent one of the same type. The same id is the same press. */
  'alarm:raise': (
    body: RaiseRequest & { buildingId: string },
    done: Acknowledge<RaiseResult>,
  ) => void;
  /** Saves the user's response to an alarm. `need_help` calls all neighbours. */
  'alarm:respond': (
    body: RespondRequest & { alarmId: string },
    done: Acknowledge<{ answer: AlarmResponse }>,
  ) => void;
  /** Ends an alarm. A second end changes nothing. */
  'alarm:end': (
    body: EndRequest & { alarmId: string },
    done: Acknowledge<{ alarm: Alarm }>,
  ) => void;
  /** Says that the device has received the alarm or sounds it, or that a person has seen it. */
  'alarm:receipt': (body: ReceiptRequest & { alarmId: string }, done: Acknowledge) => void;
  /** Reports whether the tab would sound. A tab sends it after each change. */
  'device:state': (body: DeviceStateRequest, done: Acknowledge<DeviceStateResult>) => void;
  /** Turns the alarm's sound off or on, on all devices of the user. */
  'alarm:mute': (
    body: MuteRequest & { alarmId: string },
    done: Acknowledge<{ mute: Mute }>,
  ) => void;
  /** Goes on with a fresh access token of the same user. */
  'auth:renew': (body: { token: string }, done: Acknowledge) => void;
}
