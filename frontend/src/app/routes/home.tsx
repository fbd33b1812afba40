import { PAGE_NAMES, PAGES } from '@contract/paths';
import { Suspense } from 'react';
import { useMe } from '../../lib/session/me.js';
import { useSession } from '../../lib/session/session.js';
import { Gate, useCodeAccess } from '../../features/gate/gate.js';
import { buttonClass } from '../../ui/button.js';
import { Link } from '../../ui/link.js';
import { Loading } from '../../ui/loaded.js';
import { Landing } from '../pages.js';
import { PublicShell } from '../public-shell.js';
import { SHELL } from '../shell.copy.js';

export function Home() {
  const { access, grant } = useCodeAccess();
  /**
   * Loads the landing page before the gate disappears. The address stays the same, so the router
   * does not scroll to the top.
   */
  const open = async () => {
    await Landing.ahead();
    grant();
    window.scrollTo(0, 0);
  };
  return (
    // The address stays the same. The key makes React render a new page instead of shifting the
    // old.
    <PublicShell key={access} footerSignIn={access === 'granted'}>
      <div className="bleed flex flex-col">
        <WayIn />
        {access === 'checking' && <Waiting />}
        {access === 'refused' && <Gate onAccepted={open} />}
        {access === 'granted' && (
          <Suspense fallback={<Waiting />}>
            <Landing />
          </Suspense>
        )}
      </div>
    </PublicShell>
  );
}

/**
 * Leads signed-in users to the panel, or to the ways into a building. It comes first, because the
 * page below is for visitors.
 */
function WayIn() {
  const { status, user } = useSession();
  const hasNoBuilding = useMe(({ me }) => me?.memberships.every((one) => one.status === 'revoked'));
  if (status !== 'signed_in') return null;
  return (
    <div className="border-b border-edge bg-page">
      <div
        className={`column flex flex-wrap items-center ${hasNoBuilding ? 'gap-4 py-8' : 'gap-3 py-3'}`}
      >
        {hasNoBuilding ? (
          <div className="flex w-full flex-col gap-2">
            <p className="text-h2 font-bold">{SHELL.noBuilding}</p>
            <p>{SHELL.noBuildingLead}</p>
          </div>
        ) : (
          <p className="mr-3">{SHELL.signedIn}</p>
        )}
        <Link to={PAGES.app} className={buttonClass({ size: hasNoBuilding ? 'answer' : 'normal' })}>
          {hasNoBuilding ? SHELL.toWaysIn : SHELL.toPanel}
        </Link>
        {user?.roles.includes('admin') && (
          <Link to={PAGES.adminCodes} className={buttonClass({ variant: 'secondary' })}>
            {PAGE_NAMES.adminCodes}
          </Link>
        )}
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div className="column">
      <Loading />
    </div>
  );
}
