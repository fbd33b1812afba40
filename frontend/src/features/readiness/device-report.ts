import type { DeviceStateRequest } from '@contract/devices';
import { useSound } from '../../lib/audio/sound-state.js';
import { build } from '../../lib/browser/env.js';
import { retryUntil } from '../../lib/net/retry.js';
import { emitWithAck, describeDevice, socket, useConnection } from '../../lib/realtime/socket.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { usePush } from './push-state.js';

const RETRY_MS = 5_000;
/** The server accepts the state of a handshake at once. One of an earlier release never does. */
const ACCEPTED_MS = 2_000;

/** Grows with every report: only the latest one is repeated. */
let turn = 0;
/** True until the server has saved that the last test was not audible. */
let isInaudible = false;

/**
 * Reports this tab's state at every connection and change, until the server acknowledges it. A tab that
 * has been acknowledged before reports with the handshake of its next connections.
 * @returns a function that stops the reports
 */
export function reportDevice(): () => void {
  const again = () => void report();
  /** The state in the last handshake. */
  let given: DeviceStateRequest | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connected = () => {
    clearTimeout(timer);
    if (given) timer = setTimeout(again, ACCEPTED_MS);
    else again();
  };
  const accepted = ({ build }: { build: string }) => {
    clearTimeout(timer);
    useDeviceAck.setState({ build });
    if (JSON.stringify(given) !== JSON.stringify(currentState())) again();
  };
  const stops = [
    describeDevice(() => (given = isAcknowledged() ? currentState() : undefined)),
    useConnection.subscribe((now, before) => {
      if (now.status === 'connected' && before.status !== 'connected') connected();
    }),
    useSound.subscribe((now, before) => {
      if (now.state !== before.state) again();
    }),
    usePush.subscribe((now, before) => {
      if (now.push !== before.push) again();
    }),
  ];
  socket.on('device:accepted', accepted);
  socket.on('device:refused', again);
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    stops.forEach((stop) => stop());
    clearTimeout(timer);
    socket.off('device:accepted', accepted);
    socket.off('device:refused', again);
    document.removeEventListener('visibilitychange', again);
    turn += 1;
    isInaudible = false;
    // The next user who signs in here may not have tested yet.
    useDeviceAck.setState({}, true);
  };
}

/** False while the server may know less of this device than an acknowledgement would confirm. */
function isAcknowledged(): boolean {
  const { build, refusal } = useDeviceAck.getState();
  return build !== undefined && refusal === undefined && !isInaudible;
}

/**
 * Reports that the member confirmed the sound test. Resolves once the server has saved it.
 * @throws when it is not saved
 */
export async function reportTested(): Promise<void> {
  isInaudible = false;
  try {
    await sendState(++turn, true);
  } catch (error) {
    // The state without the test is still to be saved.
    void report();
    throw error;
  }
}

/** Takes an earlier test back. It is repeated until the server has saved it. */
export function reportInaudible(): void {
  isInaudible = true;
  useDeviceAck.setState({ testedAt: null });
  void report();
}

/** A new connection begins with a report anyway. */
async function report(): Promise<void> {
  const mine = ++turn;
  const isOver = () => mine !== turn || useConnection.getState().status !== 'connected';
  await retryUntil(() => sendState(mine), { isOver, delayMs: RETRY_MS });
}

const currentState = (): DeviceStateRequest => ({
  sound: useSound.getState().state,
  push: usePush.getState().push,
  visible: document.visibilityState === 'visible',
  build: build(),
});

async function sendState(mine: number, isAudible = false): Promise<void> {
  const tested = isAudible || isInaudible ? { tested: isAudible } : undefined;
  const state = { ...currentState(), ...tested };
  const answer = await emitWithAck('device:state', state);
  if (!answer.ok) {
    const { code, message } = answer.error;
    // It is sent again, because another device may disconnect.
    if (code === 'device.too_many') useDeviceAck.setState({ refusal: message });
    throw new Error(code);
  }
  if (mine !== turn) return;
  isInaudible = false;
  useDeviceAck.setState({
    build: answer.build,
    testedAt: answer.testedAt,
    refusal: undefined,
  });
}
