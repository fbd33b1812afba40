import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AlarmType, RaiseResult } from '../../../../src/contract/alarm.js';
import type { ErrorResult } from '../../../../src/contract/errors.js';
import { promised } from '../../../support/wait-until.js';
import type { History, PressRecord } from '../history/history.js';
import { call, type Person } from './http.js';

const RETRY_MS = 1_000;
const GIVE_UP_MS = 60_000;

export interface PressOptions {
  id?: string;
  type?: AlarmType;
  /** Default true: raises a new alarm even while one of the same type is active. */
  separate?: boolean;
  fault?: string;
  boundMs?: number;
  place?: string;
  giveUpMs?: number;
}

/** A press with the HTTP status of each attempt, in order; 0 stands for no answer. */
export interface Pressed extends PressRecord {
  statuses: number[];
  answer?: RaiseResult;
}

/**
 * Presses as a browser does: sends the same id to the next node every second, or when a busy node has
 * said so, until an answer comes or a minute has passed.
 */
export async function press(
  history: History,
  urls: string[],
  person: Person,
  options: PressOptions = {},
): Promise<Pressed> {
  const { type = 'fire', separate = true, place, giveUpMs = GIVE_UP_MS } = options;
  const { buildingId } = person;
  const pressed: Pressed = {
    id: options.id ?? randomUUID(),
    buildingId,
    sentAtMs: Date.now(),
    outcome: 'unknown',
    fault: options.fault ?? 'none',
    boundMs: promised(options.boundMs ?? 3_000),
    statuses: [],
  };
  history.presses.push(pressed);
  const body = { alarmId: pressed.id, type, separate, ...(place !== undefined && { place }) };
  const done = new AbortController();
  let pausedUntilMs = 0;

  const attempt = async (url: string): Promise<void> => {
    try {
      const { token } = person;
      const { signal } = done;
      const path = `/buildings/${buildingId}/alarms`;
      const reply = await call<RaiseResult>(url, 'POST', path, { token, body, signal });
      pressed.statuses.push(reply.status);
      if (pressed.outcome !== 'unknown') return;
      if (reply.status >= 500) {
        // A proxy before the node answers without a body.
        const { error } = reply.body as Partial<ErrorResult>;
        const retryInMs = error?.retryInMs ?? 0;
        pausedUntilMs = Math.max(pausedUntilMs, performance.now() + retryInMs);
        return;
      }
      pressed.outcome = reply.status < 400 ? 'ok' : 'refused';
      pressed.answeredAtMs = Date.now();
      if (pressed.outcome === 'ok')
        Object.assign(pressed, { seq: reply.body.seq, answer: reply.body });
      done.abort();
    } catch {
      if (!done.signal.aborted) pressed.statuses.push(0);
    }
  };

  const sleep = (ms: number) =>
    pause(ms, undefined, { signal: done.signal }).catch(() => undefined);
  const attempts: Promise<void>[] = [];
  for (let n = 0; !done.signal.aborted && Date.now() - pressed.sentAtMs < giveUpMs; n += 1) {
    attempts.push(attempt(urls[n % urls.length] ?? ''));
    await sleep(RETRY_MS);
    await sleep(Math.max(0, pausedUntilMs - performance.now()));
  }
  // A running attempt may still be answered, and the checker needs that answer.
  await Promise.all(attempts);
  return pressed;
}
