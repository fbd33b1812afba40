import type { ReactNode } from 'react';
import { Button, buttonClass } from './button.js';
import { Link } from './link.js';
import { passFocusOn } from './pages/pass-focus-on.js';

interface BarProps {
  /** Empty hides the bar. The element stays, because screen readers announce only changes in it. */
  children?: ReactNode;
  action?: BarAction | false;
  /** Shown during an alarm too. Other bars would lie over it, and can wait. */
  inAlarm?: boolean;
}

/** A link where `to` is given, otherwise a button. */
interface BarAction {
  text: string;
  to?: string;
  state?: unknown;
  onClick?: () => void;
}

/** The class of what an alarm hides; `AlarmHost` marks the alarm. */
export const DURING_ALARM = 'in-data-alarm:hidden';

/** Shows a message across the whole width of the page. */
export function Bar({ children, action, inAlarm }: BarProps) {
  return (
    <div role="status" className={inAlarm ? 'bar-in-alarm' : DURING_ALARM}>
      {children && (
        <div
          ref={passFocusOn}
          className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-t border-warn-ink/20 bg-warn px-4 py-1 text-meta font-semibold text-warn-ink sm:text-body"
        >
          <span className="flex min-w-min flex-1 items-center gap-2">{children}</span>
          {action && <Action {...action} />}
        </div>
      )}
    </div>
  );
}

function Action({ text, to, state, onClick }: BarAction) {
  const look = { variant: 'secondary', className: 'shrink-0' } as const;
  if (to === undefined) {
    return (
      <Button {...look} onClick={onClick}>
        {text}
      </Button>
    );
  }
  return (
    <Link to={to} state={state} className={buttonClass(look)}>
      {text}
    </Link>
  );
}
