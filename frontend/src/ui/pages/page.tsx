import type { ReactNode } from 'react';
import { PageTitle } from './page-title.js';

/** A page beside others begins at the left edge. `task` and `frame` stand in the middle. */
const WIDTHS = {
  full: '',
  form: 'max-w-form',
  measure: 'max-w-measure',
  task: 'mx-auto max-w-form',
  frame: 'mx-auto max-w-frame',
};

interface PageProps {
  /** The window's title; the headline too, unless there is a `heading`. */
  title: string;
  heading?: string;
  /** A line below the headline. */
  subtitle?: string;
  width?: keyof typeof WIDTHS;
  /** The classes of the space between the parts. */
  className?: string;
  children: ReactNode;
}

/** A page inside the app's shell: its headline, and its parts one below the other. */
export function Page({ title, heading = title, subtitle, width = 'full', ...rest }: PageProps) {
  const { className = 'gap-6', children } = rest;
  const headline = <PageTitle title={title}>{heading}</PageTitle>;
  return (
    <div className={`flex flex-col ${className} ${WIDTHS[width]}`}>
      {subtitle ? (
        <div className="flex max-w-measure flex-col gap-2">
          {headline}
          <p className="text-muted">{subtitle}</p>
        </div>
      ) : (
        headline
      )}
      {children}
    </div>
  );
}
