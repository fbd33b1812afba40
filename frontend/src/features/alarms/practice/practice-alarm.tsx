import { useEffect, useRef, useState } from 'react';
import { endTest, playTest } from '../../../lib/audio/audio.js';
import { Button } from '../../../ui/button.js';
import { useFeed } from '../feed/feed-store.js';
import { PracticeDialog } from './practice-dialog.js';
import { PRACTICE } from './practice.copy.js';

/** Long enough to try all buttons. */
const SOUND_MS = 60_000;

/**
 * Shows an incoming alarm with its sound to the user alone, from what this tab has. It never gets
 * into the feed, so nothing is reported. An active alarm closes it at once.
 */
export function PracticeAlarm() {
  const isRealActive = useFeed(({ buildings }) =>
    Object.values(buildings).some(({ active }) => Object.keys(active).length > 0),
  );
  const [startedMs, start] = useState<number>();
  if (isRealActive && startedMs !== undefined) start(undefined);
  useEffect(() => (startedMs === undefined ? undefined : endTest), [startedMs]);
  const { isSilenced, play, silence } = usePracticeSound();
  return (
    <section className="flex flex-col gap-3 rounded-card border border-edge p-4">
      <h2 className="text-h2">{PRACTICE.heading}</h2>
      <p>{PRACTICE.text}</p>
      <Button
        size="answer"
        variant="secondary"
        onClick={() => {
          if (isRealActive) return;
          // Browsers play the sound only within the press.
          void play();
          start(Date.now());
        }}
      >
        {PRACTICE.start}
      </Button>
      {startedMs !== undefined && (
        <PracticeDialog
          startedMs={startedMs}
          isSilenced={isSilenced}
          onSilence={silence}
          onUnsilence={() => void play()}
          onClose={() => start(undefined)}
        />
      )}
    </section>
  );
}

function usePracticeSound() {
  const [isSilenced, setSilenced] = useState(false);
  const turn = useRef(0);
  const play = async () => {
    const mine = ++turn.current;
    setSilenced(false);
    await playTest(SOUND_MS);
    if (mine === turn.current) setSilenced(true);
  };
  const silence = () => {
    turn.current += 1;
    setSilenced(true);
    endTest();
  };
  return { isSilenced, play, silence };
}
