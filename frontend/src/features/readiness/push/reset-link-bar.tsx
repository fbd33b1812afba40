import { PAGES } from '@contract/paths';
import { useMe } from '../../../lib/session/me.js';
import { Bar } from '../../../ui/bar.js';
import { Names } from '../../../ui/names.js';
import { LATE_BARS } from './late-bars.copy.js';

/** Shows that somebody made a link to the user's account. The profile lets the user delete it. */
export function ResetLinkBar() {
  const link = useMe((state) => state.me?.resetLink);
  if (!link) return <Bar />;
  return (
    <Bar action={{ text: LATE_BARS.resetLink.toProfile, to: PAGES.profile }}>
      <Names in={LATE_BARS.resetLink.made(link.madeBy)} />
    </Bar>
  );
}
