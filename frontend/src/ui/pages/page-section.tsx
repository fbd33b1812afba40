import { type ReactNode, type Ref, useId } from 'react';

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
      <h2
        id={id}
        ref={headingRef}
        tabIndex={headingRef ? -1 : undefined}
        className={`text-h2 ${headingRef ? 'outline-none' : ''}`}
      >
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
      <h2 id={id} className="text-h2">
        {heading}
      </h2>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}
