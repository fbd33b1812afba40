import {
  KIOSK_SHOWN_MAX,
  type CreatedKiosk,
  type KioskClientEvents,
  type KioskServerEvents,
  type KioskSound,
  type KioskState,
  type KioskToken,
} from '@contract/kiosks';
import { io, type Socket } from 'socket.io-client';
import { create } from 'zustand';
import { local, readJson, write } from '../../lib/browser/storage.js';
import { ApiError, request } from '../../lib/net/http.js';
import { recordServerTime } from '../../lib/time/clock.js';

/** Survives a reload and a power cut: a display pairs itself once. */
const KEY = 'resq.kiosk';
const ASK_EVERY_MS = 3_000;
const RECONNECT_MS = 1_000;
/** Half of a token's life. */
const RENEW_EVERY_MS = 5 * 60_000;
/** The server has refused too many codes for this address. */
const REFUSED_MS = 60_000;

interface DisplayState {
  status: 'starting' | 'failed' | 'pairing' | 'paired';
  code?: string;
  place?: string;
  building?: string;
  state?: KioskState;
  /** True when the last alarm that this display has shown was no exercise. */
  hasShown?: boolean;
  /** When that alarm ended, while no other has begun. */
  endedAt?: string;
}

export const useDisplay = create<DisplayState>(() => ({ status: 'starting' }));

type DisplaySocket = Socket<KioskServerEvents, KioskClientEvents>;
type Saved = Pick<CreatedKiosk, 'pairingId' | 'secret' | 'code'>;

let sound: KioskSound = 'off';
let shown: string[] = [];
let socket: DisplaySocket | undefined;

/** Reports whether the display may play sound, now and after each reconnect. */
export function reportSound(next: KioskSound): void {
  sound = next;
  report();
}

/** Reports the alarms that are on the screen, now and after each reconnect. */
export function reportShown(ids: string[]): void {
  shown = ids;
  if (ids.length > 0) report();
}

function report(token?: string): void {
  if (!socket?.connected) return;
  const alarms = shown.length > 0 && { shown: shown.slice(0, KIOSK_SHOWN_MAX) };
  socket.emit('kiosk:report', { sound, ...(token && { token }), ...alarms });
}

/**
 * Pairs the display if it has to, and stays connected.
 * @returns a function that disconnects and stops
 */
export function runDisplay(): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = (afterMs: number, next = step) => {
    clearTimeout(timer);
    if (!stop.signal.aborted) timer = setTimeout(() => void next(), afterMs);
  };

  /** Nothing of the building stays on the screen or in the browser. */
  const forget = () => {
    close();
    local.removeItem(KEY);
    useDisplay.setState({ status: 'starting' }, true);
  };

  const close = () => {
    socket?.removeAllListeners();
    socket?.disconnect();
    socket = undefined;
  };

  /** @returns undefined when there is no token now; the next step is planned then */
  const tokenOf = async (saved: Saved): Promise<string | undefined> => {
    const path = `/kiosks/${saved.pairingId}/token`;
    const body = { secret: saved.secret };
    const options = { auth: false, signal: stop.signal } as const;
    try {
      const { token, place, building } = await request<KioskToken>('POST', path, body, options);
      useDisplay.setState({ status: 'paired', code: undefined, place, building: building.name });
      return token;
    } catch (error) {
      if (stop.signal.aborted) return undefined;
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'kiosk.revoked' || code === 'kiosk.not_found') {
        forget();
        again(0);
      } else {
        if (code === 'kiosk.not_paired') {
          useDisplay.setState({ status: 'pairing', code: saved.code }, true);
        } else if (useDisplay.getState().status === 'starting') {
          useDisplay.setState({ status: 'failed' });
        }
        // A step closes the connection, whose token still holds.
        again(ASK_EVERY_MS, socket?.connected ? renew : step);
      }
      return undefined;
    }
  };

  const step = async () => {
    close();
    const saved = readSaved() ?? (await register());
    const token = saved && (await tokenOf(saved));
    if (token && !stop.signal.aborted) open(token);
  };

  const register = async (): Promise<Saved | undefined> => {
    try {
      const options = { auth: false, signal: stop.signal } as const;
      const created = await request<CreatedKiosk>('POST', '/kiosks', {}, options);
      write(local, KEY, JSON.stringify(created));
      return created;
    } catch (error) {
      if (stop.signal.aborted) return undefined;
      useDisplay.setState({ status: 'failed' }, true);
      const isRefused = error instanceof ApiError && error.status === 429;
      again(isRefused ? REFUSED_MS : ASK_EVERY_MS);
      return undefined;
    }
  };

  const open = (token: string) => {
    const opened: DisplaySocket = io('/kiosk', {
      transports: ['websocket'],
      // Each connection has a token of its own, so this file reconnects.
      reconnection: false,
      forceNew: true,
      timeout: 5_000,
      auth: { token },
    });
    socket = opened;
    opened.on('connect', () => report());
    opened.on('kiosk:state', receive);
    opened.on('kiosk:end', ({ reason }) => {
      if (reason === 'revoked') forget();
      again(0);
    });
    opened.on('disconnect', () => again(RECONNECT_MS));
    opened.on('connect_error', () => again(RECONNECT_MS));
  };

  const renew = async () => {
    const saved = readSaved();
    if (!saved || !socket?.connected) return;
    const token = await tokenOf(saved);
    if (token) report(token);
  };

  const renewing = setInterval(() => void renew(), RENEW_EVERY_MS);
  void step();
  return () => {
    stop.abort();
    clearTimeout(timer);
    clearInterval(renewing);
    close();
    useDisplay.setState({ status: 'starting' }, true);
  };
}

function receive(state: KioskState): void {
  recordServerTime(state.serverNow);
  const { hasShown: hadShown, endedAt } = useDisplay.getState();
  const isOver = state.alarms.length === 0;
  const hasShown = isOver ? hadShown : state.alarms.some(({ exercise }) => !exercise);
  // The first state after an end may come without its time, and the next one has it.
  const isEnd = isOver && hasShown;
  // A later one is the end of an alarm that this display has not shown.
  useDisplay.setState({ state, hasShown, endedAt: isEnd ? (endedAt ?? state.endedAt) : undefined });
}

function readSaved(): Saved | undefined {
  const saved = readJson(local, KEY) as Partial<Saved> | null | undefined;
  if (typeof saved?.pairingId !== 'string' || typeof saved.secret !== 'string') return undefined;
  return { pairingId: saved.pairingId, secret: saved.secret, code: saved.code ?? '' };
}
