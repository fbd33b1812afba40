import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

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

/** The panel that says what a page has achieved so far, and leads on. */
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
