import { type ReactNode, useId } from 'react';

export function InfoSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <h2 id={id} className="text-h2">
        {heading}
      </h2>
      {children}
    </section>
  );
}
