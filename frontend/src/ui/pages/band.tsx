import type { ComponentProps } from 'react';

const TONES = {
  page: 'bg-page',
  surface: 'border-y border-edge bg-surface',
  brand: 'on-brand bg-brand text-brand-ink',
};

interface BandProps extends ComponentProps<'section'> {
  tone?: keyof typeof TONES;
}

/** A section of a long page, as wide as the window. */
export function Band({ tone = 'page', className = '', children, ...section }: BandProps) {
  return (
    <section {...section} className={`bleed ${TONES[tone]} ${className}`}>
      <div className="column py-12 sm:py-16">{children}</div>
    </section>
  );
}
