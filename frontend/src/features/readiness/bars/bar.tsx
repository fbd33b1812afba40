import type { ReactNode } from 'react';

interface BarProps {
  /** Hidden while empty. It stays in the page, because screen readers announce only changes. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Across the whole page, where it cannot be overlooked. */
export function Bar({ children, action }: BarProps) {
  return (
    <div role="status">
      {children && (
        <div className="flex min-h-12 items-center justify-between gap-3 border-t border-warn-ink/20 bg-warn px-4 py-1 text-meta font-semibold text-warn-ink sm:text-body">
          <span className="flex items-center gap-2">{children}</span>
          {action}
        </div>
      )}
    </div>
  );
}
