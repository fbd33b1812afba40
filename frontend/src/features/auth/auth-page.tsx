import { PAGES } from '@contract/paths';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { signFavicon } from '../../lib/browser/favicon.js';
import { openedInvitation } from '../../lib/session/opened-invitation.js';
import { useSession } from '../../lib/session/session.js';
import { Button } from '../../ui/button.js';
import { Link, LONE_LINK } from '../../ui/link.js';
import { Loading } from '../../ui/loaded.js';
import { Notice } from '../../ui/notice.js';
import { FramedPage } from '../../ui/pages/framed-page.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { AuthForm, type AuthMode, toastWhenReachable } from './auth-form.js';
import { AUTH } from './auth.copy.js';

interface AuthPageProps {
  /** The page's content while a user with two-step sign-in has to give a code. */
  secondStep: (step: { onDone: () => void; onBack: () => void }) => ReactNode;
}

export default function AuthPage({ secondStep }: AuthPageProps) {
  const { invited, mode: wanted, ended } = useReturn();
  const status = useSession((state) => state.status);
  const [mode, setMode] = useState<AuthMode>(wanted ?? 'signIn');
  const [asksCode, setAsksCode] = useState(false);
  useEffect(() => {
    if (!ended) return;
    signFavicon('unprotected', true);
    return () => signFavicon('unprotected', false);
  }, [ended]);
  if (status !== 'signed_out') return <Loading />;

  if (asksCode) {
    const step = { onDone: () => toastWhenReachable('signIn'), onBack: () => setAsksCode(false) };
    return (
      <FramedPage>
        {ended && <Notice kind="error">{AUTH.ended}</Notice>}
        {secondStep(step)}
      </FramedPage>
    );
  }

  const copy = AUTH[mode];
  return (
    <FramedPage>
      <PageTitle title={ended ? AUTH.endedTitle : copy.title}>{copy.heading}</PageTitle>
      {ended && <Notice kind="error">{AUTH.ended}</Notice>}
      {!ended && invited && <Notice>{copy.invited}</Notice>}
      <AuthForm mode={mode} onCode={() => setAsksCode(true)} />
      {mode === 'signUp' && (
        <div className="text-meta text-muted">
          <p>{AUTH.terms}</p>
          <Link to={PAGES.terms} className={LONE_LINK}>
            {AUTH.readTerms}
          </Link>
        </div>
      )}
      <div className="flex flex-col gap-3 border-t border-edge pt-5">
        <Button
          variant="secondary"
          onClick={() => setMode(mode === 'signIn' ? 'signUp' : 'signIn')}
        >
          {copy.switch}
        </Button>
        {mode === 'signIn' && <p className="text-meta text-muted">{AUTH.forgotten}</p>}
      </div>
    </FramedPage>
  );
}

interface CameFrom {
  /** The page to return to, with its fragment. It is in the history state, not in the address. */
  from?: string;
  mode?: 'signUp';
  ended?: boolean;
}

/**
 * Sends a signed-in user back to the page that they came from, to the invitation that this tab
 * opened, or to the start page.
 */
function useReturn() {
  const { state } = useLocation() as { state: CameFrom | null };
  const navigate = useNavigate();
  const signedIn = useSession((session) => session.status === 'signed_in');
  const otherwise = openedInvitation() ? PAGES.join : PAGES.home;
  const to = state?.from?.startsWith('/') ? state.from : otherwise;

  useEffect(() => {
    if (signedIn) void navigate(to, { replace: true });
  }, [signedIn, to, navigate]);

  return { ...state, invited: to.startsWith(PAGES.join) };
}
