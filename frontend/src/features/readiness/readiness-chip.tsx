import { PAGES } from '@contract/paths';
import { Link } from 'react-router-dom';
import { READINESS } from './readiness.copy.js';
import { useReadiness } from './use-readiness.js';

const SHAPES = {
  ready: '●',
  untested: '◐',
  muted: '◐',
  connecting: '○',
  away: '○',
  noBuilding: '○',
};

/**
 * Shows whether an alarm would reach this tab and sound, or what is missing: by shape and word, never
 * by colour alone. It links to the test.
 */
export function ReadinessChip() {
  const state = useReadiness();
  return (
    <Link
      to={PAGES.check}
      aria-label={READINESS.chipLeads(READINESS.state[state])}
      // A long state takes two lines, so that the building's name keeps its room.
      className="inline-flex min-h-12 max-w-24 min-w-min items-center rounded-card px-1 text-meta leading-tight font-semibold hover:underline"
    >
      <span>
        <span aria-hidden="true" className="me-1.5">
          {SHAPES[state]}
        </span>
        <wbr />
        <span>{READINESS.state[state]}</span>
      </span>
    </Link>
  );
}
