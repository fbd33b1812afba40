import { useEffect } from 'react';
import { useSend } from '../send/send-store.js';

const CONTROL = 'button, a[href]';
/** A second tap on "Skicka …" meets what has replaced the sheet, and was not meant for it. */
const SECOND_TAP_MS = 500;
const controlAt = ({ target }: Event) => (target as Element | null)?.closest?.(CONTROL) ?? null;

/**
 * Gives each press to the control that was under the pointer when it went down. If the page changes
 * before the pointer comes up, browsers give the press to nobody or to a control that moved there.
 * A press whose control is gone does nothing, nor does a second one where the first has sent an alarm.
 */
export function usePressGuard(): void {
  useEffect(() => {
    /** Where the last press went down; null on no control, undefined once its click has come. */
    let down: Element | null | undefined;
    let box: DOMRect | undefined;
    const forget = () => (down = undefined);
    const record = (event: PointerEvent) => {
      if (!event.isPrimary) return;
      const { sent } = useSend.getState();
      const isSecondTap =
        sent && performance.now() < sent.sinceMs + SECOND_TAP_MS && isIn(box, event);
      down = isSecondTap ? null : controlAt(event);
      box = down?.getBoundingClientRect() ?? box;
    };
    const deliver = (event: MouseEvent) => {
      // A click without a pointer comes from a key or from assistive technology.
      if (down === undefined || event.detail === 0) return;
      const control = down;
      forget();
      if (controlAt(event) === control) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // A pointer that has left the control takes the press back (WCAG 2.5.2).
      if (!control || !isIn(box, event) || !isInReach(control)) return;
      control.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, detail: 1 }),
      );
    };
    const stopped = new AbortController();
    const options = { capture: true, signal: stopped.signal };
    window.addEventListener('pointerdown', record, options);
    window.addEventListener('pointercancel', forget, options);
    window.addEventListener('click', deliver, options);
    return () => stopped.abort();
  }, []);
}

function isIn(box: DOMRect | undefined, { clientX, clientY }: MouseEvent): boolean {
  if (!box) return false;
  const x = clientX - box.x;
  const y = clientY - box.y;
  return x >= 0 && x <= box.width && y >= 0 && y <= box.height;
}

/** Returns false for a control that was removed, or that a dialog covers by now. */
function isInReach(control: Element): boolean {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  return control.isConnected && (!dialog || dialog.contains(control));
}
