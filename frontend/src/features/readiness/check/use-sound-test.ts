import { useEffect, useState } from 'react';
import { endTest, playTest } from '../../../lib/audio/audio.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { reportInaudible, reportTested } from '../device-report.js';

export type TestPhase =
  | 'idle'
  | 'playing'
  | 'asking'
  | 'saving'
  | 'confirmed'
  | 'inaudible'
  | 'refused'
  | 'interrupted'
  | 'notSaved';

/** Plays the test, asks whether it was audible, and reports the answer. Only a saved yes counts. */
export function useSoundTest() {
  const [phase, setPhase] = useState<TestPhase>('idle');
  useEffect(() => endTest, []);

  const start = async () => {
    setPhase('playing');
    if (await playTest()) setPhase('asking');
    else setPhase(useSound.getState().state === 'blocked' ? 'refused' : 'interrupted');
  };
  const answer = async (wasAudible: boolean) => {
    if (!wasAudible) {
      reportInaudible();
      return setPhase('inaudible');
    }
    setPhase('saving');
    try {
      await reportTested();
      setPhase('confirmed');
    } catch {
      setPhase('notSaved');
    }
  };
  return { phase, start, answer };
}
