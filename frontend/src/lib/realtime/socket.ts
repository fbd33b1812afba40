import type { Cursor } from '@contract/alarm';
import type { DeviceStateRequest } from '@contract/devices';
import type { ErrorBody } from '@contract/errors';
import type {
  ClientToServerEvents,
  HandshakeAuth,
  ServerToClientEvents,
  SessionEndReason,
} from '@contract/events';
import { io, type Socket } from 'socket.io-client';
import { create } from 'zustand';
import { deviceId } from '../browser/ids.js';
import { recordArrival, whenWoken } from '../net/network.js';
import { loadMe } from '../session/me.js';
import { accessToken, useSession } from '../session/session.js';
import { useDeviceAck } from './device-ack.js';

export type ResqSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

export interface Connection {
  status: 'off' | 'connecting' | 'connected' | 'down';
  /** The time by this browser's clock, set while an alarm would not come through the socket. */
  downSince?: number;
  /** The time of the last fetch of alarms over HTTP, by this browser's clock. */
  fetchedAtMs?: number;
  /** The server's sentence after it refused one tab too many. */
  refusal?: string;
}

export const useConnection = create<Connection>(() => ({ status: 'off' }));

export type Acknowledged<E extends keyof ClientToServerEvents> = Parameters<
  ClientToServerEvents[E]
>[1] extends (ack: infer Answer) => void
  ? Answer
  : never;

const RETRY_MS = 2_000;
/** The server pings every 10 s, and a ping may be 5 s late. A timeout means 15 s without data. */
const UNNOTICED_MS = 15_000;
/** A longer delay than this is a mistake of the server and is cut. */
const LONGEST_BYE_MS = 30_000;
/** The delay after the server refused a renewed token: trying faster does not help. */
const REFUSED_AGAIN_MS = 10_000;

let cursors: () => Record<string, Cursor> = () => ({});
let deviceState: () => DeviceStateRequest | undefined = () => undefined;
let sentToken: string | undefined;
let renewed = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The page's only socket, opened by `keepConnected`. It never queues a message for later. */
export const socket: ResqSocket = io({
  autoConnect: false,
  transports: ['websocket'],
  reconnectionDelay: 500,
  randomizationFactor: 0.5,
  reconnectionDelayMax: 10_000,
  timeout: 5_000,
  auth: (send) => void handshake().then(send),
});

/** Runs for every connection, because the token, the cursors and the device's state change. */
async function handshake(): Promise<HandshakeAuth> {
  sentToken = (await accessToken()) ?? '';
  const state = deviceState();
  return { token: sentToken, deviceId: deviceId(), cursors: cursors(), ...(state && { state }) };
}

/**
 * Gives each handshake the state of this device.
 * @param read called at every connection; returns undefined when `device:state` reports it instead
 * @returns a function that stops this
 */
export function describeDevice(read: () => DeviceStateRequest | undefined): () => void {
  deviceState = read;
  return () => (deviceState = () => undefined);
}

/**
 * Stays connected while a user is signed in.
 * @param readCursors called at every connection; returns the last event applied of each building
 * @returns a function that disconnects and stops
 */
export function keepConnected(readCursors: () => Record<string, Cursor>): () => void {
  cursors = readCursors;
  let connectedAs: string | undefined;
  const follow = () => {
    const { status, user } = useSession.getState();
    const person = status === 'signed_in' ? user?.id : undefined;
    if (person && person === connectedAs) return void renewToken();
    if (connectedAs) close();
    connectedAs = person;
    if (person) open();
  };
  const wake = () => {
    const { status } = useConnection.getState();
    if (document.visibilityState === 'visible' && status === 'down') reconnectNow();
  };
  const unsubscribe = useSession.subscribe(follow);
  const stopWaking = whenWoken(wake);
  follow();
  return () => {
    unsubscribe();
    stopWaking();
    close();
  };
}

/** Tries at once instead of waiting for the next attempt. */
export function reconnectNow(): void {
  const { status } = useConnection.getState();
  if (status === 'off' || socket.connected) return;
  connectIn(0);
}

/** Records that alarms were fetched over HTTP: they arrive without a socket too. */
export function recordFetch(): void {
  useConnection.setState({ fetchedAtMs: Date.now() });
}

/**
 * Sends an event and waits for its acknowledgement, for at most five seconds.
 * @returns the server's acknowledgement, also when it refuses
 * @throws when there is no connection now, or no acknowledgement in time
 */
export async function emitWithAck<E extends keyof ClientToServerEvents>(
  event: E,
  body: Parameters<ClientToServerEvents[E]>[0],
): Promise<Acknowledged<E>> {
  // Socket.IO would queue the packet and send it when the connection is back.
  if (!socket.connected) throw new Error('not connected');
  const untyped = socket.timeout(5_000) as unknown as {
    emitWithAck(event: string, body: unknown): Promise<Acknowledged<E>>;
  };
  return untyped.emitWithAck(event, body);
}

function open(): void {
  renewed = false;
  useConnection.setState({ status: 'connecting', downSince: Date.now() });
  socket.connect();
}

function close(): void {
  clearTimeout(timer);
  useConnection.setState({ status: 'off' }, true);
  socket.disconnect();
}

function connectIn(delayMs: number): void {
  clearTimeout(timer);
  const connect = () => {
    // While a socket waits for its own next attempt, it ignores `connect` without a `disconnect`.
    socket.disconnect();
    if (useConnection.getState().status !== 'off') socket.connect();
  };
  if (delayMs === 0) connect();
  else timer = setTimeout(connect, delayMs);
}

/** @param agoMs how long nothing may have arrived already */
function markDown(agoMs = 0): void {
  if (useConnection.getState().status !== 'connected') return;
  useConnection.setState({ status: 'down', downSince: Date.now() - agoMs });
}

/** Loads the user first, which renews a refused token or ends a session that the server ended. */
async function connectAfterRenewal(delayMs: number): Promise<void> {
  await loadMe();
  if (useConnection.getState().status !== 'off') connectIn(delayMs);
}

async function renewToken(): Promise<void> {
  const token = await accessToken();
  if (!token || token === sentToken || !socket.connected) return;
  sentToken = token;
  await emitWithAck('auth:renew', { token }).catch(() => undefined);
}

// Pings come every ten seconds, and are no events of the socket.
socket.io.on('ping', recordArrival);
socket.onAny(recordArrival);

socket.on('connect', () => {
  recordArrival();
  clearTimeout(timer);
  renewed = false;
  useConnection.setState({ status: 'connected', downSince: undefined, refusal: undefined });
});

socket.on('connect_error', (error: Error & { data?: Partial<ErrorBody> }) => {
  if (useConnection.getState().status === 'off') return;
  markDown();
  const code = error.data?.code;
  useConnection.setState({ refusal: code === 'connection.too_many' ? error.message : undefined });
  // Socket.IO tries again by itself when the network failed, but not when the server refused.
  if (socket.active) return;
  if (!code?.startsWith('auth.')) return connectIn(spread(RETRY_MS));
  const delayMs = renewed ? spread(REFUSED_AGAIN_MS) : 0;
  renewed = true;
  void connectAfterRenewal(delayMs);
});

socket.on('disconnect', (reason) => {
  markDown(reason === 'ping timeout' ? UNNOTICED_MS : 0);
  if (useConnection.getState().status === 'off') return;
  if (reason !== 'io server disconnect') return;
  // The user may have removed this device: the next connection reports it as a new one.
  useDeviceAck.setState({}, true);
  void connectAfterRenewal(spread(RETRY_MS / 4));
});

socket.on('session:end', ({ reason }: { reason: SessionEndReason }) => {
  if (reason !== 'token_expired') void loadMe();
});

/**
 * A draining node sends each of its tabs another delay, so that they do not reconnect all at once.
 * The tab leaves it immediately, and fetches missed events from another node.
 */
socket.on('server:bye', ({ retryInMs }) => {
  if (useConnection.getState().status === 'off') return;
  markDown();
  socket.disconnect();
  connectIn(Math.min(Math.max(retryInMs, 0) || 0, LONGEST_BYE_MS));
});

function spread(ms: number): number {
  return ms * (0.5 + Math.random());
}
