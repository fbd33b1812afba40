import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { setTitle } from '../tab-signs.js';

let shownBefore = false;

interface PageTitleProps {
  /** The window's title becomes "X – ResQ". */
  title: string;
  children: ReactNode;
  lang?: string;
  className?: string;
}

/**
 * The page's only h1. After a navigation it takes the focus, so that a screen reader begins there.
 * The first page of a visit keeps the browser's own focus.
 */
export function PageTitle({ title, children, lang, className = 'text-h1' }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useRef(false);

  useLayoutEffect(() => {
    setTitle('page', `${title} – ResQ`);
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
