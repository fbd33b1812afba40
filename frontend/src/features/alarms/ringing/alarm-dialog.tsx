import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { useBack } from '../../../ui/use-back.js';
import { aboutId } from '../ongoing/about-id.js';
import './alarm-dialog.css';

/** A user may be typing when an alarm opens: keys within this time must not press its buttons. */
const TYPING_MS = 500;
const FOCUSABLE = 'a[href], button:not(:disabled), select, input, [tabindex="0"]';

interface AlarmDialogProps {
  /** The id of its h1, which takes the focus. */
  headingId: string;
  /** Identifies the content: a change focuses the heading and restarts the guard against keys. */
  content: string;
  className: string;
  onEscape: () => void;
  /** A bar above the content, or above its texts where the buttons stand beside them. */
  bar?: ReactNode;
  children: ReactNode;
}

/** A dialog that covers the whole page, and that only its owner closes. */
export function AlarmDialog({
  headingId,
  content,
  className,
  onEscape,
  bar,
  children,
}: AlarmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const shownAt = useRef(0);
  useBack(onEscape);

  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    bringToEnd(alarmRoot());
    const open = () => {
      closeOtherOverlays();
      if (!shown.open) shown.showModal();
    };
    // Some browsers close a dialog on the second Escape, although the page prevents it.
    shown.addEventListener('close', open);
    open();
    return () => {
      shown.removeEventListener('close', open);
      shown.close();
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    shownAt.current = performance.now();
    document.getElementById(headingId)?.focus({ preventScroll: true });
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [headingId, content]);

  useEffect(() => {
    const content = scroller.current;
    if (!content || typeof ResizeObserver === 'undefined') return;
    let top = content.offsetTop;
    // A button among the texts keeps its place when the bar comes above them, or goes.
    const observer = new ResizeObserver(() => {
      content.scrollTop += content.offsetTop - top;
      top = content.offsetTop;
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, []);

  const isTyping = () => performance.now() - shownAt.current < TYPING_MS;

  /** React passes on the events of a question over the alarm, which are not the alarm's. */
  const isOwn = ({ target }: SyntheticEvent) =>
    (target as Element).closest('dialog') === dialog.current;
  const guardKeys = (event: KeyboardEvent) => {
    if (!isOwn(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (!event.repeat) onEscape();
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (isTyping() || event.repeat) swallow(event);
    } else if (event.key === 'Tab' && dialog.current) {
      cycle(event, dialog.current);
    }
  };
  /** A click without a pointer comes from a key. */
  const guardClicks = (event: MouseEvent) => {
    if (event.detail === 0 && isTyping() && isOwn(event)) swallow(event);
  };

  return createPortal(
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={headingId}
      aria-describedby={aboutId(headingId)}
      closedby="none"
      onCancel={(event) => isOwn(event) && event.preventDefault()}
      onKeyDownCapture={guardKeys}
      onClickCapture={guardClicks}
      className="alarm-dialog m-0 h-dvh max-h-none w-full max-w-none flex-col open:flex"
    >
      {bar}
      <div
        ref={scroller}
        className={`alarm-scroller flex-1 overflow-y-auto overscroll-contain ${className}`}
      >
        {children}
      </div>
    </dialog>,
    alarmRoot(),
  );
}

function swallow(event: KeyboardEvent | MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Moves the focus from the last control to the first, so that it stays inside the dialog. */
function cycle(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  const controls = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const [first, last] = [controls[0], controls.at(-1)];
  const inside = controls.includes(document.activeElement as HTMLElement);
  const from = event.shiftKey ? first : last;
  const to = event.shiftKey ? last : first;
  if (document.activeElement !== from && (inside || !event.shiftKey)) return;
  event.preventDefault();
  to?.focus();
}

const ID = 'alarm-root';

/**
 * Returns the element that holds the alarm. It is the last in the body, so that it covers elements
 * of libraries. It has `aria-live`, because modals do not hide live regions from screen readers.
 */
function alarmRoot(): HTMLElement {
  const found = document.getElementById(ID);
  if (found) return found;
  const made = document.createElement('div');
  made.id = ID;
  made.setAttribute('aria-live', 'off');
  document.body.append(made);
  return made;
}

/** Moves the root to the end of the body, before its dialog opens: a move closes an open dialog. */
function bringToEnd(root: HTMLElement): void {
  if (document.body.lastElementChild !== root) document.body.append(root);
}

/**
 * Closes other dialogs and popovers. The sheet that shows a press and the question that ends an
 * alarm stay open under the alarm, and come back after it.
 */
function closeOtherOverlays(): void {
  document.querySelectorAll<HTMLDialogElement>('dialog[open]').forEach((dialog) => {
    const stays = dialog.closest(`#${ID}`) ?? dialog.matches('[data-sending], [data-waits]');
    if (!stays) dialog.close();
  });
  document.querySelectorAll<HTMLElement>('[popover]').forEach((popover) => {
    if (popover.matches(':popover-open')) popover.hidePopover();
  });
}
