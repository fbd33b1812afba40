import { PAGES } from '@contract/paths';
import { Bar } from '../../features/readiness/bars/bar.js';
import { useMe } from '../../lib/session/me.js';
import { buttonClass } from '../../ui/button.js';
import { Link } from '../../ui/link.js';
import { RESET_LINK } from './reset-link-bar.copy.js';

/** Shows that somebody made a link to the user's account. The profile lets the user delete it. */
export function ResetLinkBar() {
  const link = useMe((state) => state.me?.resetLink);
  if (!link) return <Bar />;
  return (
    <Bar
      action={
        <Link
          to={PAGES.profile}
          className={buttonClass({ variant: 'secondary', className: 'shrink-0' })}
        >
          {RESET_LINK.show}
        </Link>
      }
    >
      {RESET_LINK.made(link.madeBy)}
    </Bar>
  );
}
