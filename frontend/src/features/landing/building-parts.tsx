/** The parts of the drawn building. The feet of every pose are at 0,0. */
const POSES = {
  calling: {
    head: [0, -70],
    trunk: 'M0-55V-36',
    limbs: 'M-3-34-4-3M4-34 5-3M0-53-10-38M1-53 15-43 32-50',
  },
  walking: {
    head: [-3, -70],
    trunk: 'M-1-55 0-36',
    limbs: 'M-1-34-12-3M2-34 10-18 16-4M-2-54-13-40M1-54 12-40',
  },
  climbing: {
    head: [-3, -68],
    trunk: 'M-2-53 0-36',
    limbs: 'M1-34 8-18 12-1M-2-34-12-22-9-8M-3-52-16-42M0-52 9-38',
  },
  seated: { head: [0, -60], trunk: 'M0-45V-24', limbs: 'M2-22H20V-3M2-43 14-32 22-38' },
  child: { head: [0, -48], trunk: 'M0-35V-22', limbs: 'M-2-20-3-3M3-20 4-3M0-35-11-44M0-35 10-26' },
  inBed: { head: [0, -46], trunk: 'M0-31 2-12', limbs: 'M2-8H44M1-30 14-20 24-24' },
  onFloor: { head: [-2, -46], trunk: 'M-2-31-4-10', limbs: 'M-3-6-18-18-32-3M0-30 10-20 16-30' },
} as const;

interface Place {
  x: number;
  y: number;
}

export function Figure({ x, y, pose }: Place & { pose: keyof typeof POSES }) {
  const { head, trunk, limbs } = POSES[pose];
  return (
    <g transform={`translate(${x} ${y})`} strokeLinecap="round" strokeLinejoin="round">
      <circle cx={head[0]} cy={head[1]} r="8.5" stroke="none" />
      <path d={trunk} strokeWidth="14" />
      <path d={limbs} fill="none" strokeWidth="5.5" />
    </g>
  );
}

export function Phone({ x, y, rings = false }: Place & { rings?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="-4" y="-8" width="8" height="15" rx="2" stroke="none" />
      {rings && (
        <path
          className="fill-none stroke-medical"
          strokeWidth="3"
          strokeLinecap="round"
          d="M-9-6q-4 6 0 12M9-6q4 6 0 12M-15-10q-7 10 0 20M15-10q7 10 0 20"
        />
      )}
    </g>
  );
}

export function Answered({ x, y }: Place) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="12" className="fill-ok" />
      <path
        className="fill-none stroke-ok-ink"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m-5.5.5 4 4L5-4"
      />
    </g>
  );
}

/** Draws beds, tables, lamps and shelves, darker than the light, so that the figures stand out. */
export function Furniture() {
  return (
    <>
      <g className="fill-glow-deep">
        <path d="M146 252h100v20h-6v-8h-88v8h-6zM146 236h8v16h-8zM236 244h28v28h-28z" />
        <path d="M374 268v-26h26v26zM384 242v-22h6v22zM374 220l6-18h14l6 18zM480 272v-46h34v46z" />
        <path d="M364 280h16v112h-16zM430 376h64v16h-64zM430 352h14v24h-14zM480 352h14v24h-14z" />
        <path d="M190 480h44v6h-19v26h-6v-26h-19zM430 490h26v6h-26zM424 460h6v52h-6zM200 400h3v22h-3zM190 432l5-10h13l5 10z" />
        <path d="M474 484h44v6h-19v22h-6v-22h-19zM378 424h34v6h-34zM378 448h34v6h-34zM384 410h6v14h-6zM392 406h5v18h-5zM400 438h9v10h-9z" />
      </g>
      <path className="fill-brand-ink" opacity=".25" d="M196 392v-34h14v20h54v14z" />
    </>
  );
}

export function FirstAid({ x, y }: Place) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="-10" y="-8" width="20" height="16" rx="3" className="fill-ok" />
      <path d="M-4 0h8M0-4v8" className="stroke-ok-ink" strokeWidth="3.5" />
    </g>
  );
}

const FLOORS = [512, 392, 272];
const UP_RIGHT = 'h8v-7'.repeat(8);
const UP_LEFT = 'v-7h-8'.repeat(8);

/** Draws the stairs. The rear flights are paler, so that the turns are visible. */
export function Stairs() {
  return (
    <g className="fill-none" strokeLinejoin="round">
      <path className="fill-brand-ink" d="M284 160h72v352h-72z" />
      <g className="stroke-dim" strokeWidth="3">
        {FLOORS.slice(0, 2).map((foot) => (
          <path key={foot} d={`M352 ${foot - 56}${UP_LEFT}M284 ${foot - 117}h72`} />
        ))}
      </g>
      <g className="stroke-wall" strokeWidth="4">
        {FLOORS.map((foot) => (
          <path key={foot} d={`M288 ${foot}${UP_RIGHT}`} />
        ))}
      </g>
    </g>
  );
}
