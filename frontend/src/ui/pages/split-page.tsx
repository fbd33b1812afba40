import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Picture } from '../picture.js';
import { street } from './framed-page.js';
import { PageTitle } from './page-title.js';

interface SplitPageProps {
  /** The window's title; the headline too, unless there is a `heading`. */
  title: string;
  heading?: string;
  /** Lights the windows of the picture. Default true. */
  awake?: boolean;
  children: ReactNode;
}

/**
 * The card of the gate inside the app's shell, for a page that has a single task. The picture stands
 * beside the text where there is room.
 */
export function SplitPage({ title, heading = title, awake = true, children }: SplitPageProps) {
  return (
    <div className="mx-auto grid w-full max-w-form sm:overflow-clip sm:rounded-card sm:border sm:border-edge lg:min-h-[34rem] lg:max-w-frame lg:grid-cols-[2fr_3fr]">
      <div className="relative max-lg:hidden print:hidden">
        <Picture {...street(awake)} className="absolute size-full" />
      </div>
      <div className="flex min-w-0 flex-col gap-6 sm:p-10">
        <PageTitle title={title}>{heading}</PageTitle>
        {children}
      </div>
    </div>
  );
}

const STYLES = {
  ok: { Icon: CircleCheck, colour: 'text-ok-text', edge: 'border-2 border-ok-text' },
  info: { Icon: Info, colour: 'text-primary', edge: 'border border-edge' },
  error: { Icon: CircleAlert, colour: 'text-error', edge: 'border border-edge' },
};

interface ResultPanelProps {
  kind?: keyof typeof STYLES;
  /** Only for an outcome that changes while the page is open. */
  role?: 'status';
  children: ReactNode;
  /** The next thing to do, such as a link. */
  next?: ReactNode;
}

/** The panel that says what the task has achieved so far, and leads on. */
export function ResultPanel({ kind = 'ok', role, children, next }: ResultPanelProps) {
  const { Icon, colour, edge } = STYLES[kind];
  return (
    <div className={`flex flex-col gap-4 rounded-card bg-surface p-4 sm:p-5 ${edge}`}>
      <div className="flex items-start gap-3">
        <Icon
          aria-hidden="true"
          className={`shrink-0 ${colour} ${kind === 'ok' ? 'size-9' : 'size-6'}`}
        />
        <div role={role} className="flex min-w-0 grow flex-col gap-2 self-center">
          {children}
        </div>
      </div>
      {next}
    </div>
  );
}
