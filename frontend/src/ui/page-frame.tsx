import type { MouseEvent, ReactNode } from 'react';

const MAIN_ID = 'innehall';
const INNER = 'mx-auto flex w-full max-w-page items-center px-4';

/** Focuses by hand: a real jump would replace the fragment, and with it an invitation's token. */
export function SkipLink() {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById(MAIN_ID)?.focus();
  };
  return (
    <a
      href={`#${MAIN_ID}`}
      onClick={skip}
      className="sr-only rounded-card bg-ink px-4 py-3 font-semibold text-page focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30"
    >
      Till innehållet
    </a>
  );
}

/** `below` stands under the row, for bars that must be seen on every page. */
export function PageHeader({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <header className="top-0 z-10 border-b border-edge bg-page pt-[env(safe-area-inset-top)] [@media(min-height:30rem)]:sticky">
      <div className={`${INNER} min-h-16 justify-between gap-2 py-2 sm:gap-4`}>{children}</div>
      {below}
    </header>
  );
}

export function PageMain({
  children,
  className = '',
}: {
  children: ReactNode;
  className?: string;
}) {
  return (
    <main
      id={MAIN_ID}
      tabIndex={-1}
      className={`mx-auto w-full max-w-page grow px-4 py-6 outline-none sm:py-10 ${className}`}
    >
      {children}
    </main>
  );
}

export function PageFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="border-t border-edge bg-surface pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto w-full max-w-page px-4 py-6">{children}</div>
    </footer>
  );
}

export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {children}
    </div>
  );
}
