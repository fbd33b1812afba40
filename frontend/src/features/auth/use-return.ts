import { PAGES } from '@contract/paths';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { openedInvitation } from '../../lib/session/opened-invitation.js';
import { useSession } from '../../lib/session/session.js';

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
export function useReturn() {
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
