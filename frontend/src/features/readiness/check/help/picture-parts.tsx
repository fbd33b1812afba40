import type { ReactNode } from 'react';

/** The parts of the drawings. Their colours are those of the theme, so they suit both themes. */

export const FRAME = 'fill-page stroke-line';
export const BAR = 'fill-surface stroke-edge';
export const MARK = 'fill-none stroke-ink';

/** The icon that Chrome shows before an address: two sliders. */
export const SLIDERS = (
  <g strokeWidth={2} className={MARK}>
    <path d="M26 23h6m8 0h6M26 32h2m8 0h10" />
    <circle cx={36} cy={23} r={3} />
    <circle cx={32} cy={32} r={3} />
  </g>
);

interface Place {
  x: number;
  y: number;
}

export function Text({ x, y, bold, children }: Place & { bold?: boolean; children: ReactNode }) {
  return (
    <text x={x} y={y} fontSize={13} fontWeight={bold ? 600 : 400} className="fill-ink">
      {children}
    </text>
  );
}

/** Rings the place of one step, with the step's number at its edge. */
export function Ring({ x, y, width, height, step }: Place & Size & { step: 1 | 2 }) {
  return (
    <>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={Math.min(height / 2, 12)}
        strokeWidth={2.5}
        className="fill-none stroke-primary"
      />
      <circle cx={x + width} cy={y} r={9} className="fill-primary" />
      <text
        x={x + width}
        y={y + 4.5}
        fontSize={12}
        fontWeight={700}
        textAnchor="middle"
        className="fill-primary-ink"
      >
        {step}
      </text>
    </>
  );
}

interface Size {
  width: number;
  height: number;
}

/** A switch in the position that lets notifications through. */
export function Switch({ x, y }: Place) {
  return (
    <>
      <rect x={x} y={y} width={36} height={20} rx={10} className="fill-ok" />
      <circle cx={x + 26} cy={y + 10} r={7} className="fill-ok-ink" />
    </>
  );
}

/** A closed list that shows its choice. */
export function Choice({ x, y, width, children }: Place & { width: number; children: ReactNode }) {
  return (
    <>
      <rect x={x} y={y} width={width} height={24} rx={6} className={FRAME} />
      <Text x={x + 9} y={y + 17}>
        {children}
      </Text>
      <path d={`m${x + width - 18} ${y + 10} 4.5 5 4.5-5`} strokeWidth={1.8} className={MARK} />
    </>
  );
}

/** A browser's window with its address bar, and the panel that its icon opens. */
export function BrowserWindow({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      <rect x={1} y={1} width={318} height={138} rx={10} className="fill-surface stroke-line" />
      <rect x={12} y={12} width={296} height={30} rx={15} className={FRAME} />
      {icon}
      <Text x={62} y={31.5}>
        {window.location.host}
      </Text>
      <rect x={26} y={54} width={250} height={74} rx={8} className={FRAME} />
      {children}
    </>
  );
}
