import { PAGES } from '@contract/paths';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../../lib/session/session.js';

interface CameFrom {
  /** The page to return to, with its fragment. It is in the history state, not in the address. */
  from?: string;
  mode?: 'signUp';
  ended?: boolean;
}

/** Sends a signed-in user back to the page that they came from, or to the start page. */
export function useReturn(): CameFrom {
  const { state } = useLocation() as { state: CameFrom | null };
  const navigate = useNavigate();
  const signedIn = useSession((session) => session.status === 'signed_in');
  const to = state?.from?.startsWith('/') ? state.from : PAGES.home;

  useEffect(() => {
    if (signedIn) void navigate(to, { replace: true });
  }, [signedIn, to, navigate]);

  return state ?? {};
}
