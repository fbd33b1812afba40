import { isolated } from '@contract/written-text';
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useBuildingReadiness } from '../../../lib/realtime/building-readiness.js';
import { useServerNow } from '../../../lib/time/clock.js';
import { Button } from '../../../ui/button.js';
import { Names } from '../../../ui/names.js';
import { Ring112 } from '../../../ui/ring-112.js';
import { useBack } from '../../../ui/use-back.js';
import { useFeed } from '../feed/feed-store.js';
import { type Duplicate, findDuplicate } from '../model/alarm-rules.js';
import { SHEET } from '../model/alarms.copy.js';
import { ago, homeText, momentText, shortAddress, whoText } from '../model/format.js';
import { KINDS } from '../model/kinds.copy.js';
import { closeSheet, dropPress, sendAgain, sendAlarm } from './press-machine.js';
import type { Sender, SendState } from './press.js';
import { type Sheet as SheetState, useSend } from './send-store.js';

/** A press earlier than this after the sheet opened is the second press of a double click. */
const GUARD_MS = 400;

/** The sheet for the second of two taps. It is mounted once, and opens when a type is chosen. */
export function SendSheet() {
  const sheet = useSend((store) => store.sheet);
  return sheet && <Sheet sheet={sheet} />;
}

function Sheet({ sheet }: { sheet: SheetState }) {
  const { sender, type } = sheet;
  const dialog = useRef<HTMLDialogElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const openedAt = useRef(0);
  const id = useId();
  const state = useSend((store) => store.state);
  const feed = useFeed(({ buildings }) => buildings[sender.building.id]);
  const nowMs = useServerNow(true);
  const duplicate = findDuplicate(Object.values(feed?.active ?? {}), type, sender.id, nowMs);
  const isSending = state?.phase === 'sending';

  useBack(() => !isSending && closeSheet());

  // The layout effect closes the dialog before React removes it; only then is the focus restored.
  // All closing goes through the store: the element's own `close` event comes late and could close
  // the next sheet.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    openedAt.current = performance.now();
    sendButton.current?.focus();
    return () => shown?.close();
  }, []);

  const isGuarded = () => performance.now() - openedAt.current < GUARD_MS;
  const press = (separate: boolean) => {
    if (!isGuarded()) sendAlarm(separate);
  };
  // The second press of a double click lands beside the button. It would take its focus away, or open
  // the telephone on the link that lies where the button of the type was.
  const ignoreGuarded = (event: MouseEvent) => {
    if (isGuarded()) event.preventDefault();
  };
  const ignoreHeldKeys = (event: KeyboardEvent) => {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    // Escape would hide the outcome of an alarm that is being sent.
    if (event.key === 'Escape' && isSending) event.preventDefault();
  };
  const { send: sendWords, surface, title } = KINDS[type];
  const mayJoin = duplicate?.kind === 'joinable';
  const address = isolated(shortAddress(sender.building));
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      data-sending={state ? true : undefined}
      onKeyDown={ignoreHeldKeys}
      onMouseDown={ignoreGuarded}
      onClick={ignoreGuarded}
      onCancel={(event) => {
        event.preventDefault();
        closeSheet();
      }}
      onClose={() => (isSending ? dialog.current?.showModal() : closeSheet())}
      className="fade-in m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-page text-ink"
    >
      <div className="mx-auto flex min-h-full max-w-form flex-col gap-4 p-4 lg:min-h-176 lg:pt-24 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        {!state && (
          <h1 id={id} className="text-h1 flat:-order-2">
            {`${sendWords}?`}
          </h1>
        )}
        <SendProgress state={state} headingId={id} />
        {state ? (
          <p>
            <Names in={SHEET.about(title, address)} />
          </p>
        ) : (
          <Facts sender={sender} />
        )}
        {!state && duplicate && (
          <p className="font-semibold">
            <Names in={duplicateText(duplicate, nowMs)} />
          </p>
        )}
        <Ring112 address={sender.building.address} className="w-full flex-wrap *:w-full" />
        {/* These buttons lie where no type button was: a second tap on a type must not send. */}
        <div className="mt-auto flex flex-col gap-2 flat:-order-1 flat:mt-0">
          {state && <ProgressButtons state={state} />}
          {!state && (
            <>
              <button
                ref={sendButton}
                type="button"
                // A sender who raises another alarm does not want to join their own.
                onClick={() => press(duplicate?.kind === 'own')}
                style={{ animationDuration: `${GUARD_MS}ms` }}
                className={`guarded min-h-18 rounded-card px-4 text-button font-bold ${surface}`}
              >
                {mayJoin ? SHEET.sawToo : sendWords}
              </button>
              {mayJoin && (
                <Button variant="secondary" size="answer" onClick={() => press(true)}>
                  {SHEET.ownAlarm}
                </Button>
              )}
              <Button variant="secondary" onClick={closeSheet}>
                {SHEET.cancel}
              </Button>
            </>
          )}
        </div>
      </div>
    </dialog>
  );
}

function duplicateText({ alarm, kind }: Duplicate, nowMs: number): string {
  const about = KINDS[alarm.type].name.toLocaleLowerCase('sv');
  const since = ago(nowMs - Date.parse(alarm.raisedAt));
  if (kind === 'own') return SHEET.ownDuplicate(about, since);
  return SHEET.duplicate(whoText(alarm), about, since);
}

/** Shows where the alarm goes and who would hear it now. Two lines are reserved for the count. */
function Facts({ sender }: { sender: Sender }) {
  const readiness = useBuildingReadiness(sender.building.id);
  return (
    <div>
      <p>
        <Names in={SHEET.goesTo(isolated(shortAddress(sender.building)))} />
      </p>
      <p>
        <Names in={SHEET.shown(homeText(sender))} />
      </p>
      <p className="min-h-[2lh] font-bold sm:min-h-[1lh]">{SHEET.reachable(readiness)}</p>
    </div>
  );
}

interface ProgressProps {
  state: SendState | undefined;
  /** The id of the headline, which names the sheet. */
  headingId: string;
}

const FIRST_WHEN_LOW = 'flat:-order-2 empty:absolute';

/**
 * Shows the state of the press under one headline, which takes the focus when the alarm is not sent.
 * Both live regions stay mounted, so that changes are read out.
 */
function SendProgress({ state, headingId }: ProgressProps) {
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
        {isSlow && <p>{SHEET.slow}</p>}
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
function ProgressButtons({ state }: { state: SendState }) {
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
