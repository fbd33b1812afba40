import { PAGE_NAMES, PAGES } from '@contract/paths';
import { request } from '../../../lib/net/http.js';
import { useMe } from '../../../lib/session/me.js';
import { Bar } from '../../../ui/bar.js';
import { Link } from '../../../ui/link.js';

const LINK = 'inline-flex min-h-12 items-center underline';

/** Announces once to each person that the terms or the privacy policy have changed. */
export function TextsBar() {
  const isShown = useMe(({ me }) => me?.textsChanged);
  const close = () => {
    useMe.setState(({ me }) => ({ me: me && { ...me, textsChanged: undefined } }));
    // Without an answer the bar comes back at the next visit.
    request('POST', '/auth/me/texts-read').catch(() => undefined);
  };
  return (
    <Bar action={isShown && { text: 'Stäng', onClick: close }}>
      {isShown && (
        <span className="flex flex-wrap items-center gap-x-4">
          <span>Villkoren eller integritetspolicyn har ändrats.</span>
          <Link to={PAGES.terms} className={LINK}>
            {PAGE_NAMES.terms}
          </Link>
          <Link to={PAGES.privacy} className={LINK}>
            {PAGE_NAMES.privacy}
          </Link>
        </span>
      )}
    </Bar>
  );
}
