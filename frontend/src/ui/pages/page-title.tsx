import { type ReactNode, useLayoutEffect, useRef } from 'react';

let shownBefore = false;

interface PageTitleProps {
  /** For the window: "X – ResQ". */
  title: string;
  children: ReactNode;
  lang?: string;
  className?: string;
}

/**
 * The page's only h1. After a change of page it takes the focus, so that a screen reader begins
 * there; on the first page of a visit the browser's own beginning is the right one.
 */
export function PageTitle({ title, children, lang, className = 'text-h1' }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useRef(false);

  useLayoutEffect(() => {
    document.title = `${title} – ResQ`;
  }, [title]);

  useLayoutEffect(() => {
    if (arrived.current) return;
    arrived.current = true;
    if (shownBefore) heading.current?.focus({ preventScroll: true });
    shownBefore = true;
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} lang={lang} className={className}>
      {children}
    </h1>
  );
}
