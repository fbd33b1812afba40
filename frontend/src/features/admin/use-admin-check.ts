import { PAGES } from '@contract/paths';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadMe, useMe } from '../../lib/session/me.js';
import { toast } from '../../ui/toasts.js';
import { ADMIN } from './admin.copy.js';

/**
 * Loads the user's roles from the server, because the stored ones may be old. A user who is no
 * administrator is sent away with a message. The server checks every call besides.
 */
export function useAdminCheck(): {
  /** `missing`: the administration is closed until the user turns on two-step sign-in. */
  state: 'checking' | 'admin' | 'missing' | 'failed';
  turnAway: () => void;
} {
  const { status, me } = useMe();
  const navigate = useNavigate();
  const refused = me !== undefined && !me.user.roles.includes('admin');

  useEffect(() => {
    void loadMe();
  }, []);

  const turnAway = () => {
    toast({ ...ADMIN.noAccess, kind: 'error' });
    void navigate(PAGES.home, { replace: true });
  };

  useEffect(() => {
    if (refused) turnAway();
    // The message appears once per visit: a re-render's new functions must not repeat it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [refused]);

  if (refused) return { state: 'checking', turnAway };
  if (me) return { state: me.secondFactorMissing ? 'missing' : 'admin', turnAway };
  return { state: status === 'failed' ? 'failed' : 'checking', turnAway };
}
