import type { Alarm } from '@contract/alarm';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.js';
import { sendExtension } from './calls.js';
import { DELIVERY } from './delivery.copy.js';
import { noteAmended } from './feed-store.js';
import { clockTime } from './format.js';

/** So early that whoever needs more time has it (WCAG 2.2.1). */
const ASKED_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
const { expiry } = DELIVERY;

/** For the sender, before the alarm ends by itself. */
export function ExtendAlarm({ alarm, nowMs }: { alarm: Alarm; nowMs: number }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed' | 'done'>('idle');
  const done = useRef<HTMLParagraphElement>(null);
  const leftMs = Date.parse(alarm.expiresAt) - nowMs;
  const extend = async () => {
    setState('busy');
    try {
      noteAmended(await sendExtension(alarm.id));
      flushSync(() => setState('done'));
      // The button that was pressed is gone, and would take the focus with it.
      done.current?.focus();
    } catch {
      setState('failed');
    }
  };
  const isAsked = leftMs <= ASKED_MS;
  return (
    <div className="flex flex-col gap-3 empty:absolute">
      {isAsked && (
        <section className="flex flex-col gap-3 rounded-card bg-warn p-4 text-warn-ink">
          <Soon minutes={Math.max(1, Math.ceil(leftMs / MINUTE_MS))} />
          {state === 'failed' && (
            <p role="alert" className="font-semibold">
              {expiry.failed}
            </p>
          )}
          <Button size="answer" busy={state === 'busy'} onClick={() => void extend()}>
            {expiry.extend}
          </Button>
        </section>
      )}
      {!isAsked && state === 'done' && (
        <p ref={done} tabIndex={-1} role="status" className="font-semibold">
          {expiry.extended(clockTime(alarm.expiresAt))}
        </p>
      )}
    </div>
  );
}

/** Said once; the minutes that go by are only shown. */
function Soon({ minutes }: { minutes: number }) {
  const [said] = useState(minutes);
  return (
    <>
      <p role="alert" className="sr-only">
        {expiry.soon(said)}
      </p>
      <p aria-hidden="true" className="text-button font-bold">
        {expiry.soon(minutes)}
      </p>
    </>
  );
}
