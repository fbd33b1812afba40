import { useFeed } from '../../features/alarms/feed/feed-store.js';
import { kindOf } from '../../features/alarms/model/alarm-rules.js';
import { useSound } from '../../lib/audio/sound-state.js';
import { onWorkerMessage } from '../../lib/browser/service-worker.js';
import { useSession } from '../../lib/session/session.js';

/** The service worker does not wait for longer. */
const WAIT_MS = 1_000;
let isAnswering = false;

/** Tells the service worker what this tab shows and sounds, so that a push does not repeat it. */
export function answerWorker(): void {
  if (isAnswering) return;
  isAnswering = true;
  onWorkerMessage((message, answer) => {
    if (useSession.getState().status !== 'signed_in') return;
    if (message.type === 'push:open') answer();
    if (message.type === 'push:alarm') whenSounding(message.alarmId, answer);
  });
}

/** True while this tab really sounds the alarm, not while it only should. */
export function isSounding(alarmId: string): boolean {
  const { playing } = useSound.getState();
  const feeds = Object.values(useFeed.getState().buildings);
  const alarm = feeds.map(({ active }) => active[alarmId]).find((one) => one !== undefined);
  return alarm !== undefined && playing === kindOf(alarm);
}

/** The push may arrive before the socket's event, and the sound takes a moment to start. */
function whenSounding(alarmId: string, answer: () => void): void {
  if (isSounding(alarmId)) return answer();
  const look = () => {
    if (!isSounding(alarmId)) return;
    stop();
    answer();
  };
  const stops = [useSound.subscribe(look), useFeed.subscribe(look)];
  const timer = setTimeout(() => stop(), WAIT_MS);
  const stop = () => {
    clearTimeout(timer);
    stops.forEach((end) => end());
  };
}
