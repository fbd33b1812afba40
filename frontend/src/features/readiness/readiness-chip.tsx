import { PAGES } from '@contract/paths';
import { Link } from 'react-router-dom';
import { READINESS } from './readiness.copy.js';
import { useReadiness } from './use-readiness.js';

const SHAPES = { ready: '●', muted: '◐', connecting: '○', away: '○' };

/**
 * Shows whether an alarm would reach this tab and sound: by shape and word, never by colour alone. It
 * links to the test.
 */
export function ReadinessChip() {
  const state = useReadiness();
  return (
    <Link
      to={PAGES.check}
      aria-label={READINESS.chipLeads(READINESS.chip[state])}
      className="inline-flex min-h-12 items-center gap-1.5 rounded-card px-1 text-meta font-semibold whitespace-nowrap hover:underline"
    >
      <span aria-hidden="true">{SHAPES[state]}</span>
      {READINESS.chip[state]}
    </Link>
  );
}
