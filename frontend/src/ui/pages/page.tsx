import { type ReactNode, type Ref, useId } from 'react';
import { PageTitle } from './page-title.js';

/** Every page begins at the same left edge. */
const WIDTHS = {
  full: '',
  form: 'max-w-form',
  measure: 'max-w-measure',
  frame: 'max-w-frame',
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

interface SectionProps {
  heading: string;
  /** Makes the heading a place that can take the focus. */
  headingRef?: Ref<HTMLHeadingElement>;
  className?: string;
  children: ReactNode;
}

/** A section whose heading stands above it. */
export function Section({ heading, headingRef, className = 'gap-4', children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`flex flex-col ${className}`}>
      <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-h2">
        {heading}
      </h2>
      {children}
    </section>
  );
}

/** A section whose heading stands beside it on wide screens. */
export function PageSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t border-edge pt-6 lg:grid-cols-[1fr_2fr]"
    >
      <h2 id={id} className="min-w-0 text-h2">
        {heading}
      </h2>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}
