import { PAGES } from '@contract/paths';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../../lib/session/session.js';

interface CameFrom {
  /** A page of ours with its fragment; the address itself stays `/auth`. */
  from?: string;
  mode?: 'signUp';
  ended?: boolean;
}

/** A signed-in user returns to the page they came from, otherwise to the start page. */
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
