import { useEffect, useState } from 'react';
import { endTest, playTest } from '../../../lib/audio/audio.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { reportTested } from '../device-report.js';

export type TestPhase =
  | 'idle'
  | 'playing'
  | 'asking'
  | 'saving'
  | 'heard'
  | 'unheard'
  | 'refused'
  | 'interrupted'
  | 'notKept';

/** Plays, asks, and tells the server. Nothing counts as tested before the server keeps it. */
export function useSoundTest() {
  const [phase, setPhase] = useState<TestPhase>('idle');
  useEffect(() => endTest, []);

  const start = async () => {
    setPhase('playing');
    if (await playTest()) setPhase('asking');
    else setPhase(useSound.getState().state === 'blocked' ? 'refused' : 'interrupted');
  };
  const answer = async (heard: boolean) => {
    if (!heard) return setPhase('unheard');
    setPhase('saving');
    try {
      await reportTested();
      setPhase('heard');
    } catch {
      setPhase('notKept');
    }
  };
  return { phase, start, answer };
}
