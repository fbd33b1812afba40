import type { Alarm } from '@contract/alarm';
import { vi } from 'vitest';
import { browser } from '../../lib/audio/testing/audio.js';
import {
  makeAlarm,
  makeEvent,
  makeSync,
  membership,
} from '../../features/alarms/testing/fixtures.js';
import { ANNA, nothing, ok, signedIn, unreachable } from '../../testing/server.js';
import { wire } from '../../testing/wire.js';

const BEGAN_MS = Date.parse('2026-11-21T13:05:22.000Z');
const PING_MS = 10_000;
/** Socket.IO's client gives up a connection after this time without a ping. */
const SILENCE_MS = 15_000;
const ATTEMPT_MS = 100;
const RETRY_MS = 2_000;

/** The server and the network of one tab, with what a person there would hear. */
export class TabWorld {
  /** Added to `performance.now()`. */
  asleepMs = 0;
  /** When the network last changed, in milliseconds of running time. */
  changedAtMs = 0;
  private sleptMs = 0;
  private isUp = true;
  private wasCut = false;
  private active: Alarm | undefined;
  private seq = 0;
  private count = 0;
  private timers: ReturnType<typeof setTimeout>[] = [];

  /** @param runMs returns the milliseconds for which the computer has not slept */
  constructor(private readonly runMs: () => number) {}

  describe(): string {
    const { unlocked, broken, frozen, fails } = browser;
    const sound = Object.entries({ unlocked, broken, frozen, fails }).filter(([, is]) => is);
    const context = browser.contexts.at(-1)?.state;
    const { connected } = wire;
    return JSON.stringify({
      up: this.isUp,
      connected,
      context,
      sound: sound.map(([name]) => name),
    });
  }

  begin(): void {
    wire.reset();
    vi.spyOn(wire, 'connect').mockImplementation(() => {
      wire.active = true;
      this.attemptIn(ATTEMPT_MS);
    });
    wire.answer = (event) => {
      if (!this.reaches)
        return new Promise((_, late) => setTimeout(() => late(new Error()), 5_000));
      return event === 'device:state' ? this.acknowledged() : { ok: true };
    };
    vi.stubGlobal('fetch', (path: string) => this.serve(path.replace(/^\/api/, '')));
    setInterval(() => this.reaches && wire.receive('ping'), PING_MS);
  }

  /** True while a message of the server arrives at once. */
  get reaches(): boolean {
    return wire.connected && this.isUp && !this.wasCut;
  }

  /** True when a person before the tab hears a siren now. */
  get isAudible(): boolean {
    const { now, frozen, fails, broken, contexts } = browser;
    if (now !== '' && now !== 'end' && !frozen && !fails && !broken) return true;
    return contexts.some(
      (one) =>
        one.state === 'running' &&
        !one.frozen &&
        one.started.some(({ loop, stop }) => loop && vi.mocked(stop).mock.calls.length === 0),
    );
  }

  /** Nothing passes any more, and nobody is told: neither end of the connection. */
  cut(): void {
    if (!this.isUp) return;
    this.isUp = false;
    this.changedAtMs = this.runMs();
    this.loseAfter(SILENCE_MS);
  }

  mend(): void {
    if (this.isUp) return;
    this.isUp = true;
    this.changedAtMs = this.runMs();
    if (this.wasCut && wire.connected) this.loseAfter(ATTEMPT_MS);
  }

  /**
   * Nothing runs while the computer sleeps, and its connections end meanwhile.
   * @param isCounted whether the time asleep counts for `performance.now()`, which differs by system
   */
  sleep(ms: number, isCounted: boolean): void {
    vi.setSystemTime(Date.now() + ms);
    this.changedAtMs = this.runMs();
    this.sleptMs += ms;
    if (isCounted) this.asleepMs += ms;
    if (ms > SILENCE_MS && wire.connected) this.loseAfter(ATTEMPT_MS);
  }

  raise(): void {
    this.count += 1;
    const id = `alarm-${this.count}`;
    this.active = makeAlarm({
      id,
      raisedAt: this.serverTime(),
      expiresAt: this.serverTime(3_600_000),
    });
    this.publish(this.active);
  }

  end(): void {
    if (!this.active) return;
    const ended = {
      ...this.active,
      status: 'resolved',
      endedAt: this.serverTime(),
    } as Alarm;
    this.active = undefined;
    this.publish(ended);
  }

  stop(): void {
    this.timers.forEach(clearTimeout);
  }

  /** The server's clock is right, whatever the tab's says. */
  private serverTime(fromNowMs = 0): string {
    return new Date(BEGAN_MS + this.runMs() + this.sleptMs + fromNowMs).toISOString();
  }

  private publish(alarm: Alarm): void {
    const event = { ...makeEvent((this.seq += 1), alarm), serverNow: this.serverTime() };
    if (this.reaches) wire.receive('alarm:event', event);
  }

  private sync() {
    const active = this.active ? [this.active] : [];
    const serverNow = this.serverTime();
    return makeSync({ reset: true, head: this.seq, active, serverNow });
  }

  private acknowledged() {
    return { ok: true, build: 'dev', testedAt: this.serverTime(-60_000) };
  }

  private serve(path: string): Promise<Response> {
    if (!this.isUp) return unreachable();
    if (path === '/auth/refresh') return Promise.resolve(signedIn());
    if (path === '/auth/me') return Promise.resolve(ok({ user: ANNA, memberships: [membership] }));
    if (/\/events/.test(path)) return Promise.resolve(ok(this.sync()));
    if (/\/alarms\?/.test(path)) return Promise.resolve(ok({ items: [] }));
    return Promise.resolve(nothing());
  }

  private loseAfter(ms: number): void {
    this.wasCut = true;
    this.timers.push(
      setTimeout(() => {
        if (!wire.connected || !this.wasCut) return;
        wire.lose(ms === SILENCE_MS ? 'ping timeout' : 'transport close');
        this.attemptIn(RETRY_MS);
      }, ms),
    );
  }

  private attemptIn(ms: number): void {
    this.timers.push(setTimeout(() => this.attempt(), ms));
  }

  private attempt(): void {
    if (wire.connected || !wire.active) return;
    if (!this.isUp) {
      wire.receive('connect_error', new Error('websocket error'));
      return this.attemptIn(RETRY_MS);
    }
    wire.options.auth((auth) => {
      const { token, state } = auth as { token: string; state?: object };
      if (wire.connected || !wire.active || !this.isUp) return;
      if (!token) return wire.refuse('auth.required');
      this.wasCut = false;
      wire.accept();
      wire.receive('sync', this.sync());
      if (state) wire.receive('device:accepted', { build: 'dev' });
    });
  }
}
