import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { Names } from './names.js';
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

function close(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
}

const WIDE = 'sm:absolute sm:bottom-full sm:pb-[max(1rem,env(safe-area-inset-bottom))]';
const PLACES = {
  bottom: `max-sm:pb-2 ${WIDE}`,
  overForm: `max-sm:fixed max-sm:top-[calc(4rem+env(safe-area-inset-top))] max-sm:pt-2 ${WIDE}`,
};
const toastsHeight = heightAs('--toasts-height');

/**
 * Shows the toasts; a phone shows one at a time. Mounted once, above the bars at the bottom of the
 * window.
 * @param at where a phone shows them. `overForm`: under the header, above the headline, because the
 *   keyboard covers the bottom of the window. `bottom`: in a row above the bars, so that the page
 *   scrolls past it and no alarm button moves.
 */
export function Toasts({ at = 'bottom' }: { at?: keyof typeof PLACES }) {
  const toasts = useToasts((state) => state.toasts);
  if (toasts.length === 0) return null;
  return (
    <div
      ref={at === 'overForm' ? toastsHeight : undefined}
      className={`pointer-events-none inset-x-0 z-20 flex flex-col items-stretch gap-3 px-4 sm:items-end ${PLACES[at]}`}
    >
      {toasts.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </div>
  );
}

const STYLES = {
  info: { Icon: Info, colour: 'text-primary' },
  success: { Icon: CircleCheck, colour: 'text-ok-text' },
  error: { Icon: CircleAlert, colour: 'text-error' },
};

function ToastCard({ toast: { id, title, text, kind = 'info' } }: { toast: Toast }) {
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
      className="fade-in control-border pointer-events-auto flex max-sm:not-last:hidden w-full items-start gap-3 rounded-card bg-page py-2 pr-2 pl-4 sm:max-w-form"
      onPointerEnter={() => setHeld((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setHeld((now) => ({ ...now, pointer: false }))}
      onFocus={() => setHeld((now) => ({ ...now, focus: true }))}
      onBlur={() => setHeld((now) => ({ ...now, focus: false }))}
    >
      <Icon aria-hidden="true" className={`mt-2.5 size-6 shrink-0 ${colour}`} />
      <div
        role={kind === 'error' ? 'alert' : 'status'}
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
