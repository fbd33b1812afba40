import type { RaiseResult } from '@contract/alarm';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { AlarmPanel } from '../panel/alarm-panel.js';
import { forgetAttention } from '../commands/attention.js';
import { forgetFeed, recordSync } from '../feed/feed-store.js';
import { dispatch } from '../send/press-machine.js';
import { SendSheet } from '../send/send-sheet.js';
import { membership, karl, makeAlarm, makeSync, NOW } from './fixtures.js';

/** The panel of Karl's building, with a fake server. */

interface Call {
  path: string;
  body: Record<string, unknown> | undefined;
}

export let calls: Call[] = [];
let answer: (path: string) => Promise<Response>;

/** Starts without alarms and with a server that does not reply until `serverAnswers` is called. */
export function beginPanel(): void {
  vi.useFakeTimers({ now: NOW });
  forgetFeed();
  dispatch({ type: 'userChanged', hasSignedOut: false });
  forgetAttention();
  calls = [];
  serverAnswers(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    const sent = typeof body === 'string' ? (JSON.parse(body) as Call['body']) : undefined;
    calls.push({ path, body: sent });
    return answer(path);
  });
}

export function serverAnswers(by: typeof answer): void {
  answer = by;
}

/** @param host shows the sheet, and stands behind the panel as in the app */
export function showPanel(memberships = [membership], host: ReactNode = <SendSheet />): void {
  render(
    <>
      <AlarmPanel memberships={memberships} />
      {host}
    </>,
  );
  act(() => recordSync(makeSync({ reset: true })));
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
export const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
export const raised = () => calls.filter(({ path, body }) => body && path.endsWith('/alarms'));

export async function sendFire(host?: ReactNode): Promise<void> {
  showPanel(undefined, host);
  click('Brand');
  await pass(450);
  click('Skicka brandlarm');
  await pass(0);
}

export function saved(change: Partial<RaiseResult> = {}): Response {
  const id = raised().at(-1)?.body?.alarmId as string;
  const alarm = makeAlarm({ id, sender: karl, raisedAt: new Date(NOW).toISOString() });
  return Response.json({ alarm, epoch: 'e', seq: 1, merged: false, ...change }, { status: 201 });
}
