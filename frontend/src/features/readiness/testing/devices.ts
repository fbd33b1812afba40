import type { DeviceStateRequest } from '@contract/devices';
import { vi } from 'vitest';
import { wire } from '../../../testing/wire.js';

/** Returns this tab's reports so far. */
export function reports(): DeviceStateRequest[] {
  return wire.sent.map(([, body]) => body as DeviceStateRequest);
}

/** Makes the server acknowledge every report from now on. */
export function acceptReports(answer: { build?: string; testedAt?: string | null } = {}): void {
  wire.answer = (_event, body) => {
    const { tested } = body as DeviceStateRequest;
    const now = new Date().toISOString();
    const testedAt = tested ? now : (answer.testedAt ?? null);
    return { ok: true, build: answer.build ?? 'dev', testedAt };
  };
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
