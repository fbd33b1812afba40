import { io, type Socket } from 'socket.io-client';
import type { CreatedKiosk, Kiosk, KioskState, KioskToken } from '../../src/contract/kiosks.js';
import { call, type Person, type Reply } from './client.js';
import { ORIGIN, type TestApp } from './start-app.js';
import { ARRIVES_MS, until } from './wait-until.js';

export async function newDisplay(app: TestApp): Promise<CreatedKiosk> {
  return (await call<CreatedKiosk>(app, 'POST /kiosks', { body: {} })).body;
}

export const pair = (
  app: TestApp,
  { token, buildingId }: Person,
  code: string,
  place = 'Trapphus A',
): Promise<Reply<Kiosk>> =>
  call<Kiosk>(app, `POST /buildings/${buildingId}/kiosks`, { token, body: { code, place } });

export const tokenOf = (
  app: TestApp,
  { pairingId, secret }: Pick<CreatedKiosk, 'pairingId' | 'secret'>,
): Promise<Reply<KioskToken>> =>
  call<KioskToken>(app, `POST /kiosks/${pairingId}/token`, { body: { secret } });

/** The connection of a paired display, with every frame that it has got. */
export class Display {
  readonly frames: [string, unknown][] = [];
  readonly socket: Socket;

  constructor({ url }: TestApp, token: unknown) {
    this.socket = io(`${url}/kiosk`, {
      transports: ['websocket'],
      extraHeaders: { origin: ORIGIN },
      auth: { token },
      forceNew: true,
      reconnection: false,
    });
    this.socket.onAny((event: string, payload: unknown) => this.frames.push([event, payload]));
    this.socket.on('connect_error', (error) => {
      const { code } = (error as { data?: { code?: string } }).data ?? {};
      this.frames.push(['refused', code]);
    });
  }

  get states(): KioskState[] {
    return this.frames.flatMap(([event, state]) =>
      event === 'kiosk:state' ? [state as KioskState] : [],
    );
  }

  /** @returns the payload of the first such event, also one that has come before */
  async got(event: string): Promise<unknown> {
    await until(event, ARRIVES_MS, () => this.frames.some(([name]) => name === event));
    return this.frames.find(([name]) => name === event)?.[1];
  }

  async shows(what: string, is: (state: KioskState) => boolean): Promise<KioskState> {
    const last = () => this.states.at(-1);
    await until(what, ARRIVES_MS, () => {
      const state = last();
      return state !== undefined && is(state);
    });
    return last() as KioskState;
  }

  async report(report: unknown): Promise<{ ok: boolean; error?: { code: string } }> {
    return (await this.socket.emitWithAck('kiosk:report', report)) as {
      ok: boolean;
      error?: { code: string };
    };
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** Pairs a display with the manager's building. */
export async function pairDisplay(
  app: TestApp,
  manager: Person,
): Promise<{ created: CreatedKiosk; token: string }> {
  const created = await newDisplay(app);
  await pair(app, manager, created.code);
  return { created, token: (await tokenOf(app, created)).body.token };
}

/** Pairs a display with the manager's building, and connects it. */
export async function openDisplay(
  app: TestApp,
  manager: Person,
): Promise<{ display: Display; created: CreatedKiosk; token: string }> {
  const { created, token } = await pairDisplay(app, manager);
  const display = new Display(app, token);
  await display.got('kiosk:state');
  return { display, created, token };
}
