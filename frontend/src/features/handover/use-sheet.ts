import type { CreatedHandover, HandoverSheet } from '@contract/handover';
import { useEffect, useRef, useState } from 'react';
import { ApiError, request } from '../../lib/net/http.js';

/** The page forgets the sheet within this time after the alarm. */
const EVERY_MS = 10_000;
/** Shorter than the time between two requests. */
const TIMEOUT_MS = 8_000;

type State = 'loading' | 'ready' | 'failed' | 'over';

/** A manager comes with the id of the alarm, and everybody else with a token. */
const ALARM_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Makes the token of a manager's sheet, and puts it into the address, which is shared and drawn as a code. */
async function tokenFor(alarmId: string, signal: AbortSignal): Promise<string> {
  const path = `/alarms/${alarmId}/handover`;
  const { url } = await request<CreatedHandover>('POST', path, undefined, { signal });
  const { hash } = new URL(url);
  history.replaceState(history.state, '', hash);
  return hash.slice(1);
}

/**
 * Reads the sheet of the address's token, again and again while the alarm goes on.
 * @returns `failed` beside a sheet that is old
 */
export function useSheet() {
  const [state, setState] = useState<State>('loading');
  const [sheet, setSheet] = useState<HandoverSheet>();
  const [attempt, setAttempt] = useState(0);
  const token = useRef(window.location.hash.slice(1));

  useEffect(() => {
    if (state === 'over') return;
    const stop = new AbortController();
    const read = async () => {
      try {
        if (ALARM_ID.test(token.current)) {
          token.current = await tokenFor(token.current, stop.signal);
        }
        const path = `/handover/${encodeURIComponent(token.current || '-')}`;
        const options = { auth: false, signal: stop.signal, timeoutMs: TIMEOUT_MS };
        setSheet(await request<HandoverSheet>('GET', path, undefined, options));
        setState('ready');
      } catch (error) {
        if (stop.signal.aborted) return;
        const isOver = error instanceof ApiError && error.code === 'handover.over';
        if (isOver) setSheet(undefined);
        setState(isOver ? 'over' : 'failed');
      }
    };
    void read();
    const timer = setInterval(() => void read(), EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
    // A state that changes must not begin anew.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt, state === 'over']);

  return { state, sheet, reload: () => setAttempt((count) => count + 1) };
}
