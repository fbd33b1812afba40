import type { PushState } from '@contract/devices';
import { useSound } from '../../lib/audio/sound-state.js';
import { build } from '../../lib/browser/env.js';
import { ask, useConnection } from '../../lib/realtime/socket.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';

const ANSWER_MS = 5_000;
const RETRY_MS = 5_000;

let turn = 0;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Reports this tab's state at every connection and change, until the server acknowledges it. */
export function reportDevice(): () => void {
  const again = () => void report().catch(() => undefined);
  const stops = [
    useConnection.subscribe((now, before) => {
      if (now.status === 'connected' && before.status !== 'connected') again();
    }),
    useSound.subscribe((now, before) => {
      if (now.state !== before.state) again();
    }),
  ];
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    stops.forEach((stop) => stop());
    document.removeEventListener('visibilitychange', again);
    clearTimeout(retry);
    turn += 1;
    // Another person may sign in, who has tested nothing here yet.
    useDeviceAck.setState({}, true);
  };
}

/**
 * Reports that the member confirmed the sound test. Resolves once the server has saved it.
 * @throws when it is not saved
 */
export function reportTested(): Promise<void> {
  return report(true);
}

async function report(tested = false): Promise<void> {
  clearTimeout(retry);
  const mine = ++turn;
  const state = {
    sound: useSound.getState().state,
    push: pushState(),
    visible: document.visibilityState === 'visible',
    build: build(),
    ...(tested && { tested }),
  };
  try {
    const answer = await ask('device:state', state, ANSWER_MS);
    if (!answer.ok) throw new Error(answer.error.code);
    if (mine === turn) useDeviceAck.setState({ build: answer.build, testedAt: answer.testedAt });
  } catch (error) {
    const isUp = useConnection.getState().status === 'connected';
    // A new connection begins with a report anyway.
    if (mine === turn && isUp) retry = setTimeout(() => void report().catch(() => {}), RETRY_MS);
    throw error;
  }
}

/** No push is sent to anybody yet. */
function pushState(): PushState {
  if (!('Notification' in window) || !('PushManager' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'off';
}
