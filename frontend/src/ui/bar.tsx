import type { ReactNode } from 'react';

interface BarProps {
  /** Empty hides the bar. The element stays, because screen readers announce only changes in it. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Shows a message across the whole width of the page. */
export function Bar({ children, action }: BarProps) {
  return (
    <div role="status">
      {children && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-t border-warn-ink/20 bg-warn px-4 py-1 text-meta font-semibold text-warn-ink sm:text-body">
          <span className="flex min-w-min flex-1 items-center gap-2">{children}</span>
          {action}
        </div>
      )}
    </div>
  );
}
