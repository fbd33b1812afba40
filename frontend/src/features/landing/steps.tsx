import {
  Flame,
  HandHelping,
  HeartPulse,
  House,
  LifeBuoy,
  Mail,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react';
import { Band } from '../../ui/pages/band.js';
import { LANDING } from './landing.copy.js';

const PLAIN = 'border-edge bg-page';
const { ways, types, answers } = LANDING;

/** The icons and texts of each step, as the product shows them. */
const SEEN = [
  [
    { Icon: Mail, text: ways[0], look: PLAIN },
    { Icon: House, text: ways[1], look: PLAIN },
  ],
  [
    { Icon: Flame, text: types[0], look: 'border-fire bg-fire text-fire-ink' },
    { Icon: HeartPulse, text: types[1], look: 'border-medical bg-medical text-medical-ink' },
    { Icon: TriangleAlert, text: types[2], look: 'border-other bg-other text-other-ink' },
  ],
  [
    { Icon: ShieldCheck, text: answers[0], look: PLAIN },
    { Icon: HandHelping, text: answers[1], look: PLAIN },
    { Icon: LifeBuoy, text: answers[2], look: PLAIN },
  ],
];

export function Steps() {
  return (
    <Band aria-labelledby="steps">
      <h2 id="steps" className="text-band">
        {LANDING.stepsHeading}
      </h2>
      <ol className="mt-8 grid grid-cols-1 gap-10 lg:grid-cols-3 lg:gap-8">
        {LANDING.steps.map(({ title, text }, index) => (
          <li key={title} className="group relative flex gap-5 lg:flex-col">
            <Line />
            <span
              aria-hidden="true"
              className="relative flex size-12 shrink-0 items-center justify-center rounded-full border-2 border-primary bg-page text-button font-bold text-primary tabular-nums"
            >
              {index + 1}
            </span>
            <div className="flex min-w-0 grow flex-col">
              <h3 className="text-button lg:mt-0 max-lg:mt-3">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
              <ul className="mt-4 flex flex-col gap-2">
                {SEEN[index]?.map(({ Icon, text: word, look }) => (
                  <li
                    key={word}
                    className={`flex min-h-12 items-center gap-3 rounded-card border px-4 py-2 font-semibold ${look}`}
                  >
                    <Icon aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
                    <span>{word}</span>
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
    </Band>
  );
}

/** Draws the line to the next number: down on narrow screens, across on wide ones. */
function Line() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-0 left-[1.4375rem] h-[calc(100%+2.5rem)] w-0.5 bg-primary group-last:hidden lg:top-[1.4375rem] lg:left-0 lg:h-0.5 lg:w-[calc(100%+2rem)]"
    />
  );
}
