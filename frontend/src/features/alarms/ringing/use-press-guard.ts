import { useEffect } from 'react';

const CONTROL = 'button, a[href]';
const controlAt = ({ target }: Event) => (target as Element | null)?.closest?.(CONTROL) ?? null;

/**
 * Gives each press to the control that was under the pointer when it went down. If the page changes
 * before the pointer comes up, browsers give the press to nobody or to a control that moved there.
 * A press whose control is gone does nothing.
 */
export function usePressGuard(): void {
  useEffect(() => {
    let down: { control: Element | null; box: DOMRect | undefined } | undefined;
    const forget = () => (down = undefined);
    const record = (event: PointerEvent) => {
      if (!event.isPrimary) return;
      const control = controlAt(event);
      down = { control, box: control?.getBoundingClientRect() };
    };
    const deliver = (event: MouseEvent) => {
      // A click without a pointer comes from a key or from assistive technology.
      if (!down || event.detail === 0) return;
      const { control, box } = down;
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
  const { left, right, top, bottom } = box;
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** Returns false for a control that was removed, or that a dialog covers by now. */
function isInReach(control: Element): boolean {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  return control.isConnected && (!dialog || dialog.contains(control));
}
