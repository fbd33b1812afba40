import { PAGES } from '@contract/paths';
import { longDate } from '../../lib/time/dates.js';
import { useSession } from '../../lib/session/session.js';
import { buttonClass } from '../../ui/button.js';
import { Link } from '../../ui/link.js';
import { CLOSE } from './profile.copy.js';
import { Page } from '../../ui/pages/page.js';

/** The page after an account was closed in this tab. */
export default function AccountClosed() {
  const erasedBy = useSession((state) => state.erasedBy);
  return (
    <Page title={CLOSE.closed} width="task" className="items-start gap-6">
      {erasedBy && <p>{CLOSE.erased(longDate(erasedBy))}</p>}
      <p>{CLOSE.danger}</p>
      <Link to={PAGES.home} className={buttonClass({ variant: 'secondary' })}>
        {CLOSE.toStart}
      </Link>
    </Page>
  );
}
