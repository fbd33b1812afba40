import { PAGES } from '@contract/paths';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Gate } from '../../features/gate/gate.js';
import { useCodeAccess } from '../../features/gate/use-code-access.js';
import { useSession } from '../../lib/session.js';
import { buttonClass } from '../../ui/button.js';
import { Loading } from '../../ui/loading.js';
import { Landing } from '../pages.js';
import { PublicShell } from '../public-shell.js';
import { SHELL } from '../shell.copy.js';

export function Home() {
  const { access, grant } = useCodeAccess();
  return (
    <PublicShell footerSignIn={access === 'granted'}>
      <WayIn />
      {access === 'checking' && <Loading />}
      {access === 'refused' && <Gate onAccepted={grant} />}
      {access === 'granted' && (
        <Suspense fallback={<Loading />}>
          <Landing />
        </Suspense>
      )}
    </PublicShell>
  );
}

/** A resident came for the panel, not for what visitors are shown: first thing on the page. */
function WayIn() {
  const { status, user } = useSession();
  if (status !== 'signed_in') return null;
  return (
    <div className="mb-8 flex flex-wrap items-center gap-3">
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
  );
}
