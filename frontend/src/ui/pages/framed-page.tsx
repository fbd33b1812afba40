import type { ReactNode } from 'react';

interface FramedPageProps {
  /** Lights the windows of the picture. Default true. */
  awake?: boolean;
  children: ReactNode;
}

/**
 * Frames a page that has a single task, in the middle of the window. The picture stands beside the
 * text, or as a strip above it on narrow screens.
 */
export function FramedPage({ awake = true, children }: FramedPageProps) {
  return (
    <div className="bleed grow bg-surface">
      <div className="column flex flex-col items-center py-6 sm:py-12">
        <div className="grid w-full max-w-form overflow-hidden rounded-card border border-edge bg-page lg:max-w-frame lg:grid-cols-[2fr_3fr]">
          <div className="relative h-32 sm:h-40 lg:h-auto lg:min-h-112 print:hidden [&>svg]:absolute [&>svg]:size-full">
            <StreetPicture awake={awake} />
          </div>
          <div className="flex min-w-0 flex-col justify-center gap-6 p-5 sm:p-10">{children}</div>
        </div>
      </div>
    </div>
  );
}

/** Returns rows of windows of one size as one path. */
const panes = (columns: number[], rows: number[]) =>
  columns.flatMap((x) => rows.map((y) => `M${x} ${y}h28v36h-28z`)).join('');

const BUILDING = panes([182, 226, 270, 314], [338, 398, 458, 518, 578]);
const BESIDE = panes([22, 66, 110], [440, 500, 560]) + panes([392, 436], [400, 460, 520, 580]);

/** Draws a street at dusk: one home raises the alarm, and the building around it is awake. */
function StreetPicture({ awake }: { awake: boolean }) {
  return (
    <svg
      viewBox="0 0 480 660"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="bg-dusk"
    >
      <circle cx="390" cy="150" r="34" className="fill-brand-ink" />
      <circle cx="404" cy="140" r="31" className="fill-dusk" />
      <path className="fill-dusk-far" d="M-300 660V410h454v250zM362 660V372h420v288z" />
      <path className="fill-wall" d="M150 660V312L262 214l112 98v348zM308 262v-56h22v76z" />
      <path className="fill-dim" d={BESIDE} />
      <path className={awake ? 'fill-glow' : 'fill-dim'} d={BUILDING} />
      <circle cx="262" cy="280" r="13" className={awake ? 'fill-glow' : 'fill-dim'} />
      {awake && (
        <g className="stroke-brand-ink" strokeLinecap="round" strokeLinejoin="round">
          <path className="fill-medical" strokeWidth="4" d="M220 512h40v48h-40z" />
          <path className="fill-none" strokeWidth="3" d="M228 538h6l3-8 6 15 3-7h6" />
        </g>
      )}
      <path className="fill-ground" d="M-300 634h1080v26H-300z" />
    </svg>
  );
}
