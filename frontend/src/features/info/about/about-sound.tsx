import { ABOUT } from './about.copy.js';
import { Section } from '../../../ui/pages/page-section.js';

const { heading, text, figures, source } = ABOUT.sound;

/** Shows three shares side by side. The bar under each repeats it for the eye only. */
export function AboutSound() {
  return (
    <Section className="gap-5" heading={heading}>
      <p className="max-w-measure">{text}</p>
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-3">
        {figures.map(({ number, text: meaning }, index) => (
          <li key={number} className="flex flex-col gap-2">
            <span className="text-alarm font-bold tabular-nums">{number}</span>
            <span aria-hidden="true" className="h-3 overflow-hidden rounded-full bg-surface">
              <span className={`block h-full rounded-full bg-primary ${SHARES[index]}`} />
            </span>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
      <p className="max-w-measure text-meta text-muted">{source}</p>
    </Section>
  );
}

/** The widths of the bars, in the order of the figures. */
const SHARES = ['w-[92%]', 'w-[56%]', 'w-[27%]'];
