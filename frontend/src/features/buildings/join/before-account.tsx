import type { InvitationView } from '@contract/http';
import { PAGES } from '@contract/paths';
import { useLocation } from 'react-router-dom';
import { buttonClass } from '../../../ui/button.js';
import { Link } from '../../../ui/link.js';
import { Notice } from '../../../ui/notice.js';
import { JOIN } from '../buildings.copy.js';

/** Tells an invited visitor what ResQ is and what joining takes, and leads to an account. */
export function BeforeAccount({ invitation }: { invitation: InvitationView }) {
  const { pathname, hash } = useLocation();
  const from = pathname + hash;
  const { account, home } = JOIN.steps;
  return (
    <>
      <p>{JOIN.about}</p>
      <section aria-labelledby="how" className="flex flex-col gap-2">
        <h2 id="how" className="text-button">
          {JOIN.how}
        </h2>
        <ol className="flex list-decimal flex-col gap-1 pl-6">
          {[account, home, JOIN.steps[invitation.kind]].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <Notice>
        <p>{JOIN.accountFirst}</p>
        <div className="flex flex-wrap gap-3">
          <Link to={PAGES.auth} state={{ from, mode: 'signUp' }} className={buttonClass()}>
            {JOIN.toAccount}
          </Link>
          <Link to={PAGES.auth} state={{ from }} className={buttonClass({ variant: 'secondary' })}>
            {JOIN.hasAccount}
          </Link>
        </div>
      </Notice>
    </>
  );
}
