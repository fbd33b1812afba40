import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { alarmRoot, bringToEnd, closeOtherOverlays } from './alarm-root.js';
import './alarm-dialog.css';

/** Somebody may be typing when an alarm opens: their keys must not press its buttons. */
const TYPING_MS = 500;
const FOCUSABLE = 'a[href], button:not(:disabled), select, input';

interface AlarmDialogProps {
  /** The id of its h1, which takes the focus. */
  headingId: string;
  /** Names what is shown: when it changes, the focus and the guard against keys begin again. */
  content: string;
  className: string;
  onEscape: () => void;
  children: ReactNode;
}

/** Lies over everything else, and only its owner closes it. */
export function AlarmDialog({
  headingId,
  content,
  className,
  onEscape,
  children,
}: AlarmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const shownAt = useRef(0);

  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    bringToEnd(alarmRoot());
    const open = () => {
      closeOtherOverlays();
      if (!shown.open) shown.showModal();
    };
    // Some browsers close a dialog on the second Escape, whatever the page prevents.
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
    if (dialog.current) dialog.current.scrollTop = 0;
  }, [headingId, content]);

  const isTyping = () => performance.now() - shownAt.current < TYPING_MS;

  const guardKeys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onEscape();
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (isTyping() || event.repeat) swallow(event);
    } else if (event.key === 'Tab' && dialog.current) {
      cycle(event, dialog.current);
    }
  };
  /** A click without a pointer comes from a key. */
  const guardClicks = (event: MouseEvent) => {
    if (event.detail === 0 && isTyping()) swallow(event);
  };

  return createPortal(
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={headingId}
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onKeyDownCapture={guardKeys}
      onClickCapture={guardClicks}
      className={`m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto overscroll-contain ${className}`}
    >
      {children}
    </dialog>,
    alarmRoot(),
  );
}

function swallow(event: KeyboardEvent | MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** From the last control on to the first, so that no key reaches the page behind the alarm. */
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
