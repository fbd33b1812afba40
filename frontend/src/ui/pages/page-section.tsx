import { type ReactNode, useId } from 'react';

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
