import type { AlarmReport } from '@contract/exercises';
import { useId } from 'react';
import { REPORT } from './exercises.copy.js';

/** About as wide as a phone, so that the labels are readable there. */
const [WIDTH, HEIGHT] = [400, 230];
const PLOT = { left: 30, right: 315, top: 24, bottom: 190 };
const LINEAR_S = 60;
const LATER_X = PLOT.right + 58;
/** The seconds that the axis names; the table has one more, for which the axis has no room. */
const MARKS = [10, 20, 30, 60];
const ROWS = [5, ...MARKS];

const CELL = 'border-b border-edge py-2 pr-4 text-left font-normal print:py-0';

type Curve = Pick<AlarmReport, 'homes' | 'reachedMs'>;

/**
 * Draws how many homes were reached over the seconds: the first minute, and one column for all that came
 * later. Its table says the same in text.
 */
export function ReachCurve({ report }: { report: AlarmReport }) {
  const { previous } = report;
  const id = useId();
  const most = Math.max(report.homes, previous?.homes ?? 0, 1);
  const y = (count: number) => PLOT.bottom - (count / most) * (PLOT.bottom - PLOT.top);
  const curves = [
    { name: REPORT.this, of: report as Curve, dash: undefined },
    ...(previous ? [{ name: REPORT.before, of: previous, dash: '6 5' }] : []),
  ];
  return (
    <figure className="flex flex-col gap-4 lg:flex-row lg:items-start lg:gap-12 print:flex-row">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-labelledby={id}
        className="w-full max-w-form print:w-1/2"
      >
        <title id={id}>{REPORT.curve}</title>
        <g fill="none" stroke="currentColor" strokeOpacity={0.4}>
          {[0, most].map((count) => (
            <path key={count} d={`M${PLOT.left} ${y(count)}H${LATER_X}`} />
          ))}
          {MARKS.map((second) => (
            <path key={second} d={`M${x(second)} ${PLOT.bottom}v6`} />
          ))}
        </g>
        <g fill="currentColor" fontSize={14}>
          <text x={PLOT.left - 8} y={y(most) + 5} textAnchor="end">
            {most}
          </text>
          <text x={PLOT.left - 8} y={y(0) + 5} textAnchor="end">
            0
          </text>
          {MARKS.map((second) => (
            <text key={second} x={x(second)} y={PLOT.bottom + 24} textAnchor="middle">
              {`${second} s`}
            </text>
          ))}
          <text x={LATER_X} y={PLOT.bottom + 24} textAnchor="middle">
            {REPORT.later}
          </text>
          {curves.map(({ name, of }, n) => (
            <text
              key={name}
              x={x(LINEAR_S) - 8}
              y={y(within(of, LINEAR_S)) + (n === 0 ? -8 : 18)}
              textAnchor="end"
            >
              {name}
            </text>
          ))}
        </g>
        {curves.map(({ name, of, dash }) => (
          <path
            key={name}
            d={steps(of, y)}
            fill="none"
            stroke="currentColor"
            strokeWidth={dash ? 2 : 3}
            strokeDasharray={dash}
          />
        ))}
      </svg>
      <table className="w-full max-w-form print:w-1/2">
        <caption className="pb-2 text-left font-semibold">{REPORT.curve}</caption>
        <thead>
          <tr>
            {[REPORT.time, ...curves.map(({ name }) => name)].map((name) => (
              <th key={name} scope="col" className={`${CELL} align-bottom font-semibold`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((second) => (
            <tr key={second}>
              <th scope="row" className={`${CELL} print:whitespace-nowrap`}>
                {REPORT.within(second)}
              </th>
              {curves.map(({ name, of }) => (
                <td key={name} className={CELL}>
                  {within(of, second)}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row" className={CELL}>
              {REPORT.total}
            </th>
            {curves.map(({ name, of }) => (
              <td key={name} className={CELL}>{`${of.reachedMs.length} av ${of.homes}`}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </figure>
  );
}

const x = (second: number): number =>
  PLOT.left + (Math.min(second, LINEAR_S) / LINEAR_S) * (PLOT.right - PLOT.left);

const within = ({ reachedMs }: Curve, second: number): number =>
  reachedMs.filter((ms) => ms <= second * 1000).length;

/** A step up for each home, and one more at the end for all that were reached after a minute. */
function steps(curve: Curve, y: (count: number) => number): string {
  const early = curve.reachedMs.filter((ms) => ms <= LINEAR_S * 1000);
  const path = early.map((ms, n) => `H${x(ms / 1000).toFixed(1)}V${y(n + 1).toFixed(1)}`);
  const later = curve.reachedMs.length > early.length ? `V${y(curve.reachedMs.length)}` : '';
  return `M${PLOT.left} ${y(0)}${path.join('')}H${LATER_X}${later}`;
}
