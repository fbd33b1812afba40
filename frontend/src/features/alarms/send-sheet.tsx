import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/button.js';
import { Ring112 } from '../../ui/ring-112.js';
import { COPY, TYPE_WORDS } from './alarms.copy.js';
import { useFeed } from './feed-store.js';
import { ago, homeText, shortAddress, whoText } from './format.js';
import { KIND_LOOKS } from './looks.js';
import { isOver } from './ringing.js';
import { closeSheet, send } from './pressing.js';
import { SendProgress } from './send-progress.js';
import { type Sheet as SheetState, useSend } from './send-store.js';
import { useServerNow } from './use-now.js';

/** The second press of a double click comes sooner than a decision. */
const GUARD_MS = 400;

/** The second of the two taps. Mounted once; it opens itself when a type was chosen. */
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
  const duplicate = useDuplicate(sheet);
  const isSending = state?.phase === 'sending';

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    openedAt.current = performance.now();
    sendButton.current?.focus();
    return () => shown?.close();
  }, []);

  const press = (separate: boolean) => {
    if (performance.now() - openedAt.current >= GUARD_MS) send(separate);
  };
  // The second press of a double click lands beside the button and would take its focus away.
  const keepFocus = (event: MouseEvent) => {
    if (performance.now() - openedAt.current < GUARD_MS) event.preventDefault();
  };
  const ignoreHeldKeys = (event: KeyboardEvent) => {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    // Escape would hide what becomes of an alarm that is on its way.
    if (event.key === 'Escape' && isSending) event.preventDefault();
  };
  const { send: sendWords, about } = TYPE_WORDS[type];
  const address = shortAddress(sender.building);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      data-sending={state ? true : undefined}
      onKeyDown={ignoreHeldKeys}
      onMouseDown={keepFocus}
      onCancel={(event) => isSending && event.preventDefault()}
      onClose={() => (isSending ? dialog.current?.showModal() : closeSheet())}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-page text-ink"
    >
      <div className="mx-auto flex min-h-full max-w-form flex-col gap-4 p-4 lg:min-h-176 lg:pt-24 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <h1 id={id} className="text-h1 [@media(max-height:600px)]:-order-2">
          {sendWords}?
        </h1>
        <div>
          <p>{COPY.sheet.warned(address)}</p>
          <p>{COPY.sheet.shown(homeText(sender))}</p>
        </div>
        {!state && duplicate && <p className="font-semibold">{duplicate(about)}</p>}
        <Ring112 address={sender.building.address} className="w-full flex-wrap *:w-full" />
        <SendProgress state={state} />
        {!state && (
          // Where no type button was: at the end, or above the first one where all is narrow.
          <div className="mt-auto flex flex-col gap-2 [@media(max-height:600px)]:-order-1 [@media(max-height:600px)]:mt-0">
            <button
              ref={sendButton}
              type="button"
              onClick={() => press(false)}
              className={`min-h-18 rounded-card px-4 text-button font-bold ${KIND_LOOKS[type].surface}`}
            >
              {duplicate ? COPY.sheet.sawToo : sendWords}
            </button>
            {duplicate && (
              <Button variant="secondary" size="answer" onClick={() => press(true)}>
                {COPY.sheet.ownAlarm}
              </Button>
            )}
            <Button variant="secondary" onClick={() => dialog.current?.close()}>
              {COPY.sheet.cancel}
            </Button>
          </div>
        )}
      </div>
    </dialog>
  );
}

/** The same danger, already reported by a neighbour: whoever sees it too becomes a witness. */
function useDuplicate({ sender, type }: SheetState) {
  const feed = useFeed(({ buildings }) => buildings[sender.building.id]);
  const nowMs = useServerNow(true);
  const found = Object.values(feed?.active ?? {}).find(
    (alarm) => alarm.type === type && !alarm.exercise && !isOver(alarm, nowMs),
  );
  if (!found) return undefined;
  const since = ago(nowMs - Date.parse(found.raisedAt));
  return (about: string) => COPY.sheet.duplicate(whoText(found), about, since);
}
