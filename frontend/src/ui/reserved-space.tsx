import type { ReactNode } from 'react';

interface ReservedSpaceProps {
  /** The longest text that may come. It has the same font, and nobody sees or hears it. */
  for: string;
  className?: string;
  children: ReactNode;
}

/** Reserves the space for a text that comes and goes, at every width and text size. */
export function ReservedSpace({ for: longest, className = '', children }: ReservedSpaceProps) {
  return (
    <div
      data-space={longest}
      className={`grid *:[grid-area:1/1] before:invisible before:[grid-area:1/1] before:content-[attr(data-space)] ${className}`}
    >
      {children}
    </div>
  );
}
