import type { Alarm } from '@contract/alarm';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { clockTime } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { sendExtension } from '../commands/alarms-api.js';
import { recordAmended } from '../feed/feed-store.js';
import { minutesLeft } from '../model/alarm-rules.js';
import { statesOf } from '../model/alarms.copy.js';

/** Lets the sender and the managers extend an alarm that expires soon. */
export function ExtendAlarm({ alarm, nowMs }: { alarm: Alarm; nowMs: number }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed' | 'done'>('idle');
  const done = useRef<HTMLParagraphElement>(null);
  const minutes = minutesLeft(alarm, nowMs);
  const words = statesOf(alarm);
  const extend = async () => {
    setState('busy');
    try {
      const { id, buildingId, expiresAt } = await sendExtension(alarm.id);
      recordAmended({ id, buildingId, expiresAt });
      flushSync(() => setState('done'));
      // The pressed button is removed, and the focus would be lost with it.
      done.current?.focus();
    } catch {
      setState('failed');
    }
  };
  return (
    <div className="flex flex-col gap-3 empty:absolute">
      {minutes !== undefined && (
        <section className="flex flex-col gap-3 rounded-card bg-warn p-4 text-warn-ink">
          <AnnounceOnce>{words.soon(minutes)}</AnnounceOnce>
          <p aria-hidden="true" className="text-button font-bold">
            {words.soon(minutes)}
          </p>
          {state === 'failed' && (
            <p role="alert" className="font-semibold">
              {words.notExtended}
            </p>
          )}
          <Button size="answer" busy={state === 'busy'} onClick={() => void extend()}>
            {words.extend}
          </Button>
        </section>
      )}
      {minutes === undefined && state === 'done' && (
        <p ref={done} tabIndex={-1} role="status" className="font-semibold">
          {words.extended(clockTime(alarm.expiresAt))}
        </p>
      )}
    </div>
  );
}

/** A screen reader reads the first text; later ones are only shown. */
export function AnnounceOnce({ children }: { children: string }) {
  const [said] = useState(children);
  return (
    <p role="alert" className="sr-only">
      {said}
    </p>
  );
}
