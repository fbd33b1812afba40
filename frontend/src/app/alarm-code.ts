import type { ComponentType, PropsWithChildren } from 'react';
import { create } from 'zustand';
import { backoffMs } from '../lib/net/backoff.js';
import { retryUntil } from '../lib/net/retry-until.js';
import { useSession } from '../lib/session/session.js';
import { reloadWhenThere } from './stale-build.js';

interface AlarmCode {
  /** Receives, sounds and shows alarms. Undefined until its chunk has arrived. */
  Alarm?: ComponentType<PropsWithChildren>;
  /** Keeps push working, and says when it has stopped. It is loaded after the alarm. */
  PushBar?: ComponentType;
  hasFailed: boolean;
}

export const useAlarmCode = create<AlarmCode>(() => ({ hasFailed: false }));

let loading: Promise<unknown> | undefined;

/** Loads the alarm's chunk, and repeats a failed load for as long as there is a session. */
export function loadAlarm(): void {
  loading ??= retryUntil(fetchChunk, {
    isOver: () => useSession.getState().status === 'signed_out',
    onFailure: (error) => {
      useAlarmCode.setState({ hasFailed: true });
      void reloadWhenThere(error);
    },
    delayMs: backoffMs,
  }).finally(() => (loading = undefined));
}

async function fetchChunk(): Promise<void> {
  const { TabAlarm } = await import('./signed-in/tab-alarm.js');
  useAlarmCode.setState({ Alarm: TabAlarm, hasFailed: false });
  import('../features/readiness/push/push-bar.js').then(
    ({ PushBar }) => useAlarmCode.setState({ PushBar }),
    () => undefined,
  );
}
