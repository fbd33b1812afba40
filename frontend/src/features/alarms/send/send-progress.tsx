import { Button } from '../../../ui/button.js';
import { SHEET } from '../model/sheet.copy.js';
import { momentText } from '../model/format.js';
import { closeSheet, sendAgain } from './send-actions.js';
import type { SendState, Trouble } from './press.js';
import { useSend } from './send-store.js';
import { useServerNow } from '../feed/use-now.js';

const TROUBLES: Record<Trouble, string> = {
  offline: [SHEET.offline, SHEET.notSent, SHEET.call, SHEET.knock].join(' '),
  not_kept: [SHEET.notSent, SHEET.call, SHEET.knock].join(' '),
  slow: SHEET.slow,
};

/** Shows the state of the press. Both live regions stay mounted, so that changes are read out. */
export function SendProgress({ state }: { state: SendState | undefined }) {
  const phase = state?.phase;
  const pressedAtMs = useSend((store) => store.sheet?.pressedAtMs);
  const nowMs = useServerNow(false);
  return (
    <>
      <p role="status" className="text-h2 font-bold empty:absolute">
        {phase === 'sending' && SHEET.sending}
      </p>
      <div role="alert" className="text-button font-bold text-error empty:absolute">
        {textOf(state)}
      </div>
      {isCutOff(state) && <p>{SHEET.trying}</p>}
      {phase === 'failed' && pressedAtMs !== undefined && (
        <p>{SHEET.pressed(momentText(pressedAtMs, nowMs))}</p>
      )}
      {phase === 'failed' && (
        <Button size="send" autoFocus onClick={sendAgain}>
          {SHEET.again}
        </Button>
      )}
      {(phase === 'failed' || phase === 'refused') && (
        <Button variant="secondary" size="answer" onClick={closeSheet}>
          {SHEET.close}
        </Button>
      )}
    </>
  );
}

const isCutOff = (state: SendState | undefined) =>
  state?.phase === 'sending' && state.trouble !== undefined && state.trouble !== 'slow';

function textOf(state: SendState | undefined): string {
  if (state?.phase === 'sending') return state.trouble ? TROUBLES[state.trouble] : '';
  if (state?.phase === 'failed') return [SHEET.failed, SHEET.call, SHEET.knock].join(' ');
  return state?.phase === 'refused' ? state.message : '';
}
