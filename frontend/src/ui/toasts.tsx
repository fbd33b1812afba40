import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { Names } from './names.js';
import { passFocusOn } from './pages/pass-focus-on.js';
import { heightAs } from './pages/page-frame.js';

export type ToastKind = 'info' | 'success' | 'error';

export interface ToastTexts {
  title: string;
  text?: string;
  kind?: ToastKind;
}

interface Toast extends ToastTexts {
  id: number;
}

const SHOWN_MS = 6_000;
const AT_ONCE = 3;

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

let last = 0;
let held = 0;

/** Shows a message that needs no action, across navigations. Never use it for an alarm. */
export function toast(texts: ToastTexts): void {
  if (held > 0) return;
  const added = { ...texts, id: ++last };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, added].slice(-AT_ONCE) }));
}

/**
 * Removes all toasts and drops new ones, so that nothing covers an alarm.
 * @returns a function that allows toasts again
 */
export function holdToasts(): () => void {
  held += 1;
  useToasts.setState({ toasts: [] });
  return () => void (held -= 1);
}

/** Closes what failed before, when it is tried again: it would stand beside the success. */
export function closeFailures(): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter(({ kind }) => kind !== 'error') }));
}

function close(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
}

const BELOW = 'max-sm:pb-2';
const ABOVE = 'max-sm:fixed max-sm:top-[calc(4rem+env(safe-area-inset-top))]';
const WIDE_BELOW = 'sm:absolute sm:bottom-full sm:pb-[max(1rem,env(safe-area-inset-bottom))]';
const WIDE_ABOVE = 'sm:fixed sm:top-[calc(4rem+env(safe-area-inset-top))]';
const PLACES = {
  bottom: { usual: `${BELOW} ${WIDE_BELOW}`, aside: `${ABOVE} ${WIDE_ABOVE}` },
  overForm: { usual: `${ABOVE} ${WIDE_BELOW}`, aside: `${BELOW} ${WIDE_ABOVE}` },
};
const toastsHeight = heightAs('--toasts-height');

/**
 * Shows the toasts; a phone shows one at a time. Mounted once, above the bars at the bottom of the
 * window. The status region is always there: screen readers read only what changes in one. They read an
 * alert when it comes, and no page has an alert without a failure.
 * @param at where a phone shows them. `overForm`: under the header, above the headline, because the
 *   keyboard covers the bottom of the window. `bottom`: in a row above the bars, so that the page
 *   scrolls past it and no alarm button moves. Toasts move to the other edge from a control in use.
 */
export function Toasts({ at = 'bottom' }: { at?: keyof typeof PLACES }) {
  const toasts = useToasts((state) => state.toasts);
  const { box, isAside } = useAside(toasts);
  const newest = toasts.at(-1)?.id;
  const cards = (isFailure: boolean) =>
    toasts
      .filter(({ kind }) => (kind === 'error') === isFailure)
      .map((one) => <ToastCard key={one.id} toast={one} isNewest={one.id === newest} />);
  const place = PLACES[at][isAside ? 'aside' : 'usual'];
  return (
    <div
      ref={box}
      className={`pointer-events-none inset-x-0 z-20 px-4 ${newest === undefined ? '' : place}`}
    >
      <div ref={at === 'overForm' && !isAside ? toastsHeight : undefined}>
        <div className="flex flex-col sm:items-end">{cards(true)}</div>
        <div role="status" aria-atomic="false" className="flex flex-col sm:items-end">
          {cards(false)}
        </div>
      </div>
    </div>
  );
}

const CONTROL = 'a[href], button, input, select, textarea, summary';

/**
 * Moves the toasts when they lie over the control that has the focus or was pressed last (WCAG
 * 2.4.11). Safari gives a pressed button no focus.
 */
function useAside(toasts: Toast[]) {
  const box = useRef<HTMLDivElement>(null);
  const pressed = useRef<EventTarget>(null);
  const checked = useRef(toasts);
  const [asideWith, setAside] = useState<Toast>();
  const isAside = asideWith !== undefined && toasts.includes(asideWith);

  useLayoutEffect(() => {
    const avoid = (...used: (EventTarget | null)[]) => {
      const isInTheWay = used.some((one) => isCovered(one, box.current));
      if (isInTheWay) setAside(isAside ? undefined : toasts.at(-1));
    };
    const follow = ({ target, type }: Event) => {
      if (type === 'pointerdown') pressed.current = target;
      avoid(target);
    };
    if (checked.current !== toasts) avoid(document.activeElement, pressed.current);
    checked.current = toasts;
    const events = ['pointerdown', 'focusin'];
    events.forEach((event) => document.addEventListener(event, follow));
    return () => events.forEach((event) => document.removeEventListener(event, follow));
  }, [isAside, toasts]);

  return { box, isAside };
}

function isCovered(used: EventTarget | null, box: HTMLElement | null): boolean {
  const control = used instanceof Element && used.closest(CONTROL);
  if (!control || !box || box.contains(control)) return false;
  const { left, top, right, bottom } = control.getBoundingClientRect();
  return [...box.querySelectorAll('[data-toast]')].some((one) => {
    const card = one.getBoundingClientRect();
    return left < card.right && right > card.left && top < card.bottom && bottom > card.top;
  });
}

const STYLES = {
  info: { Icon: Info, colour: 'text-primary' },
  success: { Icon: CircleCheck, colour: 'text-ok-text' },
  error: { Icon: CircleAlert, colour: 'text-error' },
};

function ToastCard({ toast, isNewest }: { toast: Toast; isNewest: boolean }) {
  const { id, title, text, kind = 'info' } = toast;
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const leftMs = useRef(SHOWN_MS);
  const paused = held.pointer || held.focus;

  useEffect(() => {
    if (paused) return;
    const began = Date.now();
    const timer = setTimeout(() => close(id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - began;
    };
  }, [id, paused]);

  const { Icon, colour } = STYLES[kind];
  return (
    <div
      ref={passFocusOn}
      data-toast
      className={`fade-in control-border pointer-events-auto mt-3 flex w-full items-start gap-3 rounded-card bg-page py-2 pr-2 pl-4 sm:max-w-form ${isNewest ? '' : 'max-sm:hidden'}`}
      onPointerEnter={() => setHeld((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setHeld((now) => ({ ...now, pointer: false }))}
      onFocus={() => setHeld((now) => ({ ...now, focus: true }))}
      onBlur={() => setHeld((now) => ({ ...now, focus: false }))}
    >
      <Icon aria-hidden="true" className={`mt-2.5 size-6 shrink-0 ${colour}`} />
      <div
        role={kind === 'error' ? 'alert' : undefined}
        className="min-w-0 grow py-2 wrap-anywhere hyphens-auto"
      >
        <p className="font-semibold">
          <Names in={title} />
        </p>
        {text && (
          <p className="text-meta">
            <Names in={text} />
          </p>
        )}
      </div>
      <button
        type="button"
        aria-label="Stäng meddelandet"
        className="flex size-12 shrink-0 items-center justify-center rounded-card hover:bg-surface"
        onClick={() => close(id)}
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
