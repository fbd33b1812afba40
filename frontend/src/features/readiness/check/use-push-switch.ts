import { useState } from 'react';
import { usePush } from '../push-state.js';
import { readOwnPush, syncPush } from '../push/sync-push.js';
import { updatePush } from '../push/update-push.js';

export type SwitchPhase = 'idle' | 'asking' | 'denied' | 'saving' | 'dismissed' | 'notSaved';

/** Asks for the permission inside the press, and subscribes once it is given. */
export function usePushSwitch() {
  const [phase, setPhase] = useState<SwitchPhase>('idle');

  const turnOn = async () => {
    setPhase('asking');
    const permission = await Notification.requestPermission();
    updatePush();
    if (permission === 'default') return setPhase('dismissed');
    if (permission === 'denied') return setPhase('denied');
    setPhase('saving');
    try {
      // One that the push service has dropped is dropped for good.
      await syncPush({ isFresh: usePush.getState().saved?.pushSubscription === 'dead' });
      await readOwnPush();
      setPhase('idle');
    } catch {
      setPhase('notSaved');
    }
  };
  return { phase, turnOn };
}
