import type { ReactNode } from 'react';

interface RoomProps {
  /** The longest text that may come. It has the font of the room, and nobody sees or hears it. */
  for: string;
  className?: string;
  children: ReactNode;
}

/** Reserves the room for a text that comes and goes, at every width and text size. */
export function Room({ for: longest, className = '', children }: RoomProps) {
  return (
    <div
      data-room={longest}
      className={`grid *:[grid-area:1/1] before:invisible before:[grid-area:1/1] before:content-[attr(data-room)] ${className}`}
    >
      {children}
    </div>
  );
}
