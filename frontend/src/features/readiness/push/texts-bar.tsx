import { PAGE_NAMES, PAGES } from '@contract/paths';
import { request } from '../../../lib/net/http.js';
import { useMe } from '../../../lib/session/me.js';
import { Bar } from '../../../ui/bar.js';
import { Link } from '../../../ui/link.js';

const PAGES_OF_TEXTS = [
  [PAGES.terms, PAGE_NAMES.terms],
  [PAGES.privacy, PAGE_NAMES.privacy],
] as const;

/** Announces once to each person that the terms or the privacy policy have changed. */
export function TextsBar() {
  const isShown = useMe(({ me }) => me?.textsChanged);
  const close = () => {
    useMe.setState(({ me }) => (me ? { me: { ...me, textsChanged: undefined } } : {}));
    // Without an answer the bar comes back at the next visit.
    request('POST', '/auth/me/texts-read').catch(() => undefined);
  };
  return (
    <Bar action={isShown && { text: 'Stäng', onClick: close }}>
      {isShown && (
        <span className="flex flex-wrap items-center gap-x-4">
          <span>Villkoren eller integritetspolicyn har ändrats.</span>
          {PAGES_OF_TEXTS.map(([to, name]) => (
            <Link key={to} to={to} className="inline-flex min-h-12 items-center underline">
              {name}
            </Link>
          ))}
        </span>
      )}
    </Bar>
  );
}
