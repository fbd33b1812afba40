import type { ReactNode } from 'react';

interface FramedPageProps {
  /** Shown beside the text, or as a strip above it on narrow screens. */
  picture: ReactNode;
  children: ReactNode;
}

/** Frames a page that has a single task, in the middle of the window. */
export function FramedPage({ picture, children }: FramedPageProps) {
  return (
    <div className="bleed grow bg-surface">
      <div className="column flex flex-col items-center py-6 sm:py-12">
        <div className="grid w-full max-w-form overflow-hidden rounded-card border border-edge bg-page lg:max-w-frame lg:grid-cols-[2fr_3fr]">
          <div className="relative h-32 sm:h-40 lg:h-auto lg:min-h-112 print:hidden [&>svg]:absolute [&>svg]:size-full">
            {picture}
          </div>
          <div className="flex min-w-0 flex-col justify-center gap-6 p-5 sm:p-10">{children}</div>
        </div>
      </div>
    </div>
  );
}
