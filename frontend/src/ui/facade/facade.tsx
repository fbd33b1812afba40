import { useEffect, useId, useMemo, useRef } from 'react';
import './facade.css';
import { layoutOf, type NumberedHome } from './facade-layout.js';

/**
 * The drawings of a window. Each pattern has a shape of its own, because many people see no difference in
 * colour: a lit window has a cross, a hatched one has lines, one that needs help has a mark, and an open one,
 * of a home without ResQ, has a broken line around it and nothing in it.
 */
export const WINDOW_PATTERNS = ['help', 'lit', 'hatched', 'dark', 'open'] as const;
export type WindowPattern = (typeof WINDOW_PATTERNS)[number];

export interface DrawnHome extends NumberedHome {
  pattern: WindowPattern;
}

interface FacadeProps {
  homes: DrawnHome[];
  /** The meaning of each pattern here, such as "redo". A pattern without homes is not explained. */
  words: Partial<Record<WindowPattern, string>>;
  /** The text below a small dark building, where there are no homes yet. */
  empty?: string;
  className?: string;
}

/** In units of the drawing. */
const SIZE = { width: 18, height: 22 };
const STEP = { x: 30, y: 38 };
const EDGE = 14;
const GAP_OF_ENTRANCES = 8;
const FADE_MS = 150;
const NOBODYS = ['1001', '1002', '1101', '1102', '1201', '1202'].map((apartment): DrawnHome => ({
  apartment,
  pattern: 'dark',
}));

/**
 * Draws the front of a building from the numbers of its homes, with a window for each, and says in words
 * how many have which pattern. The page beside it lists the homes, for those who see no picture.
 */
export function Facade({ homes, words, empty, className = '' }: FacadeProps) {
  const isEmpty = homes.length === 0;
  const drawn = isEmpty ? NOBODYS : homes;
  const id = useId();
  // A change of a pattern keeps the layout.
  const numbers = JSON.stringify(drawn.map(({ entrance, apartment }) => ({ entrance, apartment })));
  const layout = useMemo(() => {
    const numbered = JSON.parse(numbers) as NumberedHome[];
    return layoutOf(numbered.map((home, index) => ({ ...home, index })));
  }, [numbers]);
  const svg = useFadingChanges(layout.windows.map(({ home }) => drawn[home.index]!.pattern));
  if (isEmpty && !empty) return null;
  const { columns, rows, otherRows, entrances, windows } = layout;
  const count = (pattern: WindowPattern) => homes.filter((home) => home.pattern === pattern).length;
  const width = columns * STEP.x + Math.max(0, entrances.length - 1) * GAP_OF_ENTRANCES + 2 * EDGE;
  const bottom = EDGE + rows * STEP.y;
  const height = bottom + (otherRows > 0 ? otherRows * STEP.y + EDGE : 0) + 6;
  const xOf = (column: number) => {
    const entrance = entrances.findLastIndex((one) => one.column <= column);
    return EDGE + column * STEP.x + Math.max(0, entrance) * GAP_OF_ENTRANCES;
  };
  return (
    <figure className={`flex flex-col gap-3 ${className}`}>
      <svg
        ref={svg}
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="xMinYMid"
        style={{ maxWidth: `${width * 1.6}px` }}
        className="facade max-h-80 w-full"
      >
        <Patterns id={id} />
        {rows > 0 && (
          <>
            <path className="facade-roof" d={`M2 ${EDGE}V6H${width - 2}V${EDGE}`} />
            <rect className="facade-wall" x="4" y="8" width={width - 8} height={bottom - 4} />
            {entrances.slice(1).map(({ column }) => (
              <path
                key={column}
                className="facade-joint"
                d={`M${xOf(column) - GAP_OF_ENTRANCES - 2} 10V${bottom + 4}`}
              />
            ))}
          </>
        )}
        {windows.map(({ home, column, row }) =>
          windowAt(
            {
              id,
              pattern: drawn[home.index]?.pattern ?? 'dark',
              x: xOf(column) + (STEP.x - SIZE.width) / 2,
              y: EDGE + row * STEP.y + (row >= rows && rows > 0 ? EDGE : 4),
            },
            home.index,
          ),
        )}
      </svg>
      <figcaption>
        {isEmpty && <p className="text-muted">{empty}</p>}
        <ul className="flex flex-wrap gap-x-5 gap-y-1 empty:hidden">
          {WINDOW_PATTERNS.filter((pattern) => count(pattern) > 0).map((pattern) => (
            <li key={pattern} className="flex items-center gap-2">
              <svg aria-hidden="true" viewBox="0 0 18 22" className="facade h-6 shrink-0">
                {windowAt({ id, pattern, x: 0, y: 0 })}
              </svg>
              <span>{`${count(pattern)} ${words[pattern]}`}</span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

/**
 * Fades the windows in whose pattern has changed. A rule of the style sheet would do so with all windows at
 * the first drawing, which took another 10 ms for 300 of them.
 * @param patterns in the order of the windows
 */
function useFadingChanges(patterns: WindowPattern[]) {
  const svg = useRef<SVGSVGElement>(null);
  const before = useRef<WindowPattern[]>(undefined);
  useEffect(() => {
    const known = before.current;
    before.current = patterns;
    // Other homes have other windows.
    if (known?.length !== patterns.length) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const [n, one] of (svg.current?.querySelectorAll('[data-pattern]') ?? []).entries()) {
      if (known[n] !== patterns[n]) one.animate?.({ opacity: [0, 1] }, FADE_MS);
    }
  });
  return svg;
}

interface WindowPlace {
  id: string;
  pattern: WindowPattern;
  x: number;
  y: number;
}

/** One element without a component of its own: 300 of these would double the time of a drawing. */
const windowAt = ({ id, pattern, x, y }: WindowPlace, key?: number) => (
  <rect
    key={key}
    data-pattern={pattern}
    fill={pattern === 'open' ? 'none' : `url(#${id}${pattern})`}
    x={x}
    y={y}
    width={SIZE.width}
    height={SIZE.height}
  />
);

/** The patterns as patterns of the size of a window, so that each window is one element. */
function Patterns({ id }: { id: string }) {
  const box = { width: 1, height: 1, viewBox: `0 0 ${SIZE.width} ${SIZE.height}` };
  return (
    <defs>
      <pattern id={`${id}lit`} {...box}>
        <path className="facade-lit" d="M0 0H18V22H0Z" />
        <path className="facade-bars" d="M9 0V22M0 9H18" />
      </pattern>
      <pattern id={`${id}hatched`} {...box}>
        <path className="facade-pane" d="M0 0H18V22H0Z" />
        <path className="facade-bars" d="M-2 8L10 -4M-2 16L18 -4M0 22L20 2M8 24L22 10" />
      </pattern>
      <pattern id={`${id}dark`} {...box}>
        <path className="facade-dark" d="M0 0H18V22H0Z" />
      </pattern>
      <pattern id={`${id}help`} {...box}>
        <path className="facade-help" d="M0 0H18V22H0Z" />
        <path className="facade-mark" d="M9 4V13M9 16.5V18.5" />
      </pattern>
    </defs>
  );
}
