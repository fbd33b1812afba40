import type { MouseEvent, ReactNode } from 'react';

const MAIN_ID = 'innehall';

/** Moves the focus by script: a real jump would replace the fragment, which may be a token. */
function SkipLink() {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById(MAIN_ID)?.focus();
  };
  return (
    <a
      href={`#${MAIN_ID}`}
      onClick={skip}
      className="rounded-card bg-ink px-4 py-3 font-semibold text-page not-focus:sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30"
    >
      Till innehållet
    </a>
  );
}

/** @param below the bars below the header's row, which must be visible on every page */
export function PageHeader({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <header className="header-top sticky z-10 border-b border-edge bg-page pt-[env(safe-area-inset-top)] print:static!">
      <div className="column flex min-h-16 flex-wrap lg:flex-nowrap items-center justify-between gap-x-2 py-2 sm:gap-x-4">
        {children}
      </div>
      {below}
    </header>
  );
}

/** @param bleeding lets children with the class `bleed` reach the edges of the window */
export function PageMain({ children, bleeding }: { children: ReactNode; bleeding?: boolean }) {
  return (
    <main
      id={MAIN_ID}
      tabIndex={-1}
      // On a phone, a toast over a form stands above its headline.
      className={`grow outline-none max-sm:mt-(--toasts-height) ${bleeding ? 'bleeding' : 'column py-6 sm:py-10'}`}
    >
      {children}
    </main>
  );
}

export function PageFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="border-t border-edge bg-surface pb-[env(safe-area-inset-bottom)]">
      <div className="column py-8">{children}</div>
    </footer>
  );
}

/** Its parts are rows of the app's column, where the bars stand between the page and the menu. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <div className="contents">
      <SkipLink />
      {children}
    </div>
  );
}

/**
 * Returns a `ref` that keeps the height of its element in a custom property of the page's root. No
 * fixed height is enough for texts that wrap at any width and text size.
 * @param property for example `--bars-height`; unset while the element is not there
 */
export function heightAs(property: string) {
  return (element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return;
    const { style } = document.documentElement;
    // In the same frame it could change the size of another observed element, which WebKit reports.
    const observer = new ResizeObserver(() =>
      requestAnimationFrame(() => {
        if (element.isConnected) style.setProperty(property, `${element.offsetHeight}px`);
      }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  };
}
