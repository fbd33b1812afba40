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
      className="inline-flex min-h-12 items-center gap-1.5 rounded-card px-1 text-meta leading-tight font-semibold hover:underline"
    >
      <span aria-hidden="true">{SHAPES[state]}</span>
      <span className="max-[30rem]:max-w-24">{READINESS.state[state]}</span>
    </Link>
  );
}
