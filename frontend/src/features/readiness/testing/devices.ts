import type { DeviceStateRequest } from '@contract/devices';
import { vi } from 'vitest';
import { ask } from '../../../lib/realtime/socket.js';

/** Returns this tab's reports so far. The test file must mock `ask`. */
export function reports(): DeviceStateRequest[] {
  return vi.mocked(ask).mock.calls.map(([, body]) => body as DeviceStateRequest);
}

/** Makes the server acknowledge every report from now on. */
export function acceptReports(answer: { build?: string; testedAt?: string | null } = {}): void {
  vi.mocked(ask).mockImplementation((_event, body) => {
    const { tested } = body as DeviceStateRequest;
    const now = new Date().toISOString();
    const testedAt = tested ? now : (answer.testedAt ?? null);
    return Promise.resolve({ ok: true, build: answer.build ?? 'dev', testedAt } as never);
  });
}

/** Writes the build into the page, as the server does. */
export function servedAs(build: string): void {
  document.head.innerHTML = `<meta name="resq-build" content="${build}">`;
}

export const visible = (is: boolean): void => {
  const state = is ? 'visible' : 'hidden';
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
