import { Answered, Figure, FirstAid, Furniture, Phone, Stairs } from './building-parts.js';

const ROOMS_ON_FLOOR = [160, 280, 400];

/**
 * Draws a building cut open at dusk: one home raises the alarm, every other home is awake and
 * responds. Screen readers skip it, because the text beside it says the same.
 */
export function BuildingPicture({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 640 560"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={`rounded-card bg-dusk ${className}`}
    >
      <g className="fill-dusk-far">
        <path d="M-80 560V250H64v310zM576 560V310h150v250z" />
        <circle cx="560" cy="96" r="30" className="fill-brand-ink" />
        <circle cx="572" cy="88" r="27" className="fill-dusk" />
      </g>
      <path
        className="fill-dim"
        d="M10 286h18v26h-18zM10 350h18v26h-18zM10 414h18v26h-18zM-24 286h18v26h-18zM-24 350h18v26h-18zM-24 414h18v26h-18zM606 350h18v26h-18zM606 414h18v26h-18z"
      />
      <path className="fill-ground" d="M-80 520h800v40h-800z" />

      <g className="fill-wall">
        <path d="M424 104V60h30v64zM110 520V152h420v368z" />
        <path d="M92 160 320 40l228 120z" />
      </g>
      <path className="fill-dim" d="M320 74 186 144h268z" />
      <circle cx="320" cy="116" r="14" className="fill-glow stroke-wall" strokeWidth="5" />

      {ROOMS_ON_FLOOR.map((top) => (
        <path
          key={top}
          className="fill-glow"
          d={`M118 ${top}h160v112h-160zM362 ${top}h160v112h-160z`}
        />
      ))}
      <path className="fill-medical" d="M118 280h160v112H118z" />
      <Furniture />
      <Stairs />

      <g className="fill-brand-ink stroke-brand-ink">
        <Figure x={236} y={388} pose="onFloor" />
        <Phone x={253} y={352} />
      </g>
      <g className="fill-medical stroke-medical">
        <circle cx="160" cy="320" r="27" className="fill-brand-ink" stroke="none" />
        <path
          className="fill-none"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M142 321h9l5-12 9 23 5-11h8"
        />
      </g>

      <g className="fill-other-ink stroke-other-ink">
        <Figure x={176} y={252} pose="inBed" />
        <Phone x={250} y={232} rings />
        <Figure x={440} y={272} pose="calling" />
        <Phone x={474} y={214} rings />
        <Figure x={394} y={392} pose="walking" />
        <Figure x={322} y={448} pose="climbing" />
        <Figure x={170} y={512} pose="seated" />
        <Figure x={246} y={512} pose="child" />
        <Phone x={212} y={471} rings />
        <Figure x={442} y={512} pose="seated" />
        <Phone x={494} y={475} rings />
      </g>
      <FirstAid x={334} y={415} />
      <Answered x={140} y={184} />
      <Answered x={500} y={184} />
      <Answered x={500} y={304} />
      <Answered x={140} y={424} />
      <Answered x={500} y={424} />
    </svg>
  );
}
