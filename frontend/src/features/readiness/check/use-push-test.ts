import { useEffect, useRef, useState } from 'react';
import { onWorkerMessage } from '../../../lib/browser/service-worker.js';
import { sendPushTest } from '../push/push-api.js';
import { browserVersion, readOwnPush, savePush, syncPush } from '../push/sync-push.js';

export type PushTestPhase = 'idle' | 'sending' | 'asking' | 'confirmed' | 'failed' | 'notSent';

/** A push that needs longer would be too late for an alarm, too. */
const ARRIVES_MS = 10_000;

/** Sends a push, waits until the service worker has shown it, and asks whether it was seen. */
export function usePushTest() {
  const [phase, setPhase] = useState<PushTestPhase>('idle');
  /** The push may arrive before the answer to the request that sent it. */
  const arrived = useRef(new Set<string>());
  const sent = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const stop = onWorkerMessage((message) => {
      if (message.type !== 'push:test') return;
      arrived.current.add(message.testId);
      if (message.testId !== sent.current) return;
      clearTimeout(timer.current);
      setPhase('asking');
    });
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, []);

  /** A new subscription takes an earlier proof back, on the server too. */
  const fail = () => {
    setPhase('failed');
    void syncPush({ isFresh: true })
      .catch(() => undefined)
      .then(readOwnPush);
  };

  const start = async () => {
    setPhase('sending');
    try {
      const test = await sendPushTest();
      sent.current = test.testId;
      if (arrived.current.has(test.testId)) return setPhase('asking');
      if (test.sent === 0) return fail();
      timer.current = setTimeout(fail, ARRIVES_MS);
    } catch {
      setPhase('notSent');
    }
  };

  const answer = async (wasSeen: boolean) => {
    if (!wasSeen) return fail();
    setPhase('confirmed');
    savePush({ browser: browserVersion(), lost: undefined });
    await readOwnPush();
  };
  return { phase, start, answer };
}
