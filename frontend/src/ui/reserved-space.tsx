import type { ReactNode } from 'react';

interface ReservedSpaceProps {
  /** The longest text that may come. It has the same font, and nobody sees or hears it. */
  for: string;
  /** A button may hold no `div`. The default is `div`. */
  as?: 'div' | 'span';
  className?: string;
  children: ReactNode;
}

/** Reserves the space for a text that comes and goes, at every width and text size. */
export function ReservedSpace(props: ReservedSpaceProps) {
  const { for: longest, as: Element = 'div', className = '', children } = props;
  return (
    <Element
      data-space={longest}
      className={`grid *:[grid-area:1/1] before:invisible before:[grid-area:1/1] before:content-[attr(data-space)] ${className}`}
    >
      {children}
    </Element>
  );
}
