import { PAGES } from '@contract/paths';
import { Link } from '../../ui/link.js';
import { ReservedSpace } from '../../ui/reserved-space.js';
import { READINESS } from './readiness.copy.js';
import { useReadiness } from './use-readiness.js';

const SHAPES = {
  ready: '●',
  readyByPush: '●',
  untested: '◐',
  muted: '◐',
  connecting: '○',
  away: '○',
  noBuilding: '○',
};

/** The state with the longest word; the others wrap within its width. */
const WIDEST = `${SHAPES.away}\u00a0${READINESS.state.away}`;

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
      className="inline-flex min-h-12 items-center rounded-card px-1 text-meta leading-tight font-semibold hover:underline"
    >
      {/* No state may push the header into another row, because the page would move. */}
      <ReservedSpace for={WIDEST} className="w-min">
        <span className="justify-self-end">
          <span aria-hidden="true" className="me-1.5">
            {SHAPES[state]}
          </span>
          <wbr />
          <span>{READINESS.state[state]}</span>
        </span>
      </ReservedSpace>
    </Link>
  );
}
