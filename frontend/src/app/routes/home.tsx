import { PAGES } from '@contract/paths';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Gate } from '../../features/gate/gate.js';
import { useCodeAccess } from '../../features/gate/use-code-access.js';
import { useSession } from '../../lib/session/session.js';
import { buttonClass } from '../../ui/button.js';
import { Loading } from '../../ui/loading.js';
import { Landing } from '../pages.js';
import { PublicShell } from '../public-shell.js';
import { SHELL } from '../shell.copy.js';

export function Home() {
  const { access, grant } = useCodeAccess();
  /** The page is there before the gate goes, and begins at its top: the address stays the same. */
  const open = async () => {
    await Landing.ahead();
    grant();
    window.scrollTo(0, 0);
  };
  return (
    // Another page each time, although the address stays: what stood on the one does not slide.
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

/** A resident came for the panel, not for what visitors are shown: first thing on the page. */
function WayIn() {
  const { status, user } = useSession();
  if (status !== 'signed_in') return null;
  return (
    <div className="border-b border-edge bg-page">
      <div className="column flex flex-wrap items-center gap-3 py-3">
        <p className="mr-3">{SHELL.signedIn}</p>
        <Link to={PAGES.app} className={buttonClass()}>
          {SHELL.toPanel}
        </Link>
        {user?.roles.includes('admin') && (
          <Link to={PAGES.adminCodes} className={buttonClass({ variant: 'secondary' })}>
            {SHELL.codes}
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
