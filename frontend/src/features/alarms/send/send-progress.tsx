import { type MouseEvent, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { SHEET } from '../model/sheet.copy.js';
import { momentText } from '../model/format.js';
import { dropPress, sendAgain } from './send-actions.js';
import type { SendState } from './press.js';
import { useSend } from './send-store.js';
import { useServerNow } from '../feed/use-now.js';

interface ProgressProps {
  state: SendState | undefined;
  /** The id of the headline, which names the sheet. */
  headingId: string;
}

const FIRST_WHEN_LOW = '[@media(max-height:600px)]:-order-2 empty:absolute';

/**
 * Shows the state of the press under one headline, which takes the focus when the alarm is not sent.
 * Both live regions stay mounted, so that changes are read out.
 */
export function SendProgress({ state, headingId }: ProgressProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const notSent = notSentText(state);
  useEffect(() => heading.current?.focus(), [notSent]);
  const isSlow = state?.phase === 'sending' && state.trouble === 'slow';
  return (
    <>
      <div role="status" className={FIRST_WHEN_LOW}>
        {state?.phase === 'sending' && !notSent && (
          <h1 id={headingId} className="text-h1">
            {SHEET.sending}
          </h1>
        )}
      </div>
      <div role="alert" className={`text-button font-bold text-error ${FIRST_WHEN_LOW}`}>
        {isSlow && SHEET.slow}
        {notSent && (
          <>
            {isOffline(state) && <p>{`${SHEET.offline} `}</p>}
            <h1 ref={heading} id={headingId} tabIndex={-1} className="text-h1 outline-none">
              {notSent}
            </h1>{' '}
            <p>{state?.phase === 'refused' ? state.message : `${SHEET.call} ${SHEET.knock}`}</p>
          </>
        )}
      </div>
    </>
  );
}

/** The buttons below the state. "Stäng" lies where "Avbryt" was, away from a second press to send. */
export function ProgressButtons({ state }: { state: SendState }) {
  const pressedAtMs = useSend((store) => store.sheet?.pressedAtMs);
  const nowMs = useServerNow(false);
  if (state.phase === 'sending' && !state.trouble) return null;
  // On a low screen, "Stäng" may lie under the second click of a double click.
  const close = ({ detail }: MouseEvent) => detail < 2 && dropPress();
  return (
    <>
      <div className="flex min-h-18 flex-col justify-end gap-2">
        {state.phase === 'sending' && <p>{SHEET.trying}</p>}
        {state.phase === 'failed' && (
          <>
            {pressedAtMs !== undefined && <p>{SHEET.pressed(momentText(pressedAtMs, nowMs))}</p>}
            <Button size="send" onClick={sendAgain}>
              {SHEET.again}
            </Button>
          </>
        )}
      </div>
      <Button variant="secondary" onClick={close}>
        {SHEET.close}
      </Button>
    </>
  );
}

const isOffline = (state: SendState | undefined) =>
  state?.phase === 'sending' && state.trouble === 'offline';

/** @returns the headline of a press that the server has not accepted */
function notSentText(state: SendState | undefined): string | undefined {
  if (state?.phase === 'failed') return SHEET.failed;
  const isCutOff = state?.phase === 'sending' && state.trouble && state.trouble !== 'slow';
  return isCutOff || state?.phase === 'refused' ? SHEET.notSent : undefined;
}
