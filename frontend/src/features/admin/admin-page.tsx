import type { Me } from '@contract/http';
import { PAGES, SECOND_FACTOR_FRAGMENT } from '@contract/paths';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadMe, retryMe, useMe } from '../../lib/session/me.js';
import { Link, LONE_LINK } from '../../ui/link.js';
import { Loading } from '../../ui/loaded.js';
import { Notice, RetryNotice } from '../../ui/notice.js';
import { Page } from '../../ui/pages/page.js';
import { toast } from '../../ui/toasts.js';
import { ADMIN } from './admin.copy.js';

interface AdminPageProps extends Omit<ComponentProps<typeof Page>, 'children'> {
  /** @param turnAway to be called when the server refuses a request for the missing role */
  children: (turnAway: () => void) => ReactNode;
}

type Check = 'asking' | 'answered' | 'failed';

const resultOf = async (loading: Promise<Me | undefined>): Promise<Check> =>
  (await loading) ? 'answered' : 'failed';

/**
 * A page for administrators. The user's roles are loaded from the server, because the stored ones
 * may be old. A user who is no administrator is sent away with a message. The server checks every
 * call besides.
 */
export function AdminPage({ children, ...page }: AdminPageProps) {
  const me = useMe((state) => state.me);
  const [check, setCheck] = useState<Check>('asking');
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const isAdmin = me?.user.roles.includes('admin');
  // The role may have been given since the stored answer.
  const refused = check === 'answered' && me !== undefined && !isAdmin;

  useEffect(() => {
    void resultOf(loadMe()).then(setCheck);
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

  const retry = () => {
    // The pressed button disappears, and the focus must not return to the top of the page.
    place.current?.focus();
    setCheck('asking');
    void resultOf(retryMe()).then(setCheck);
  };

  const content = () => {
    if (isAdmin) return me?.secondFactorMissing ? <SecondFactorMissing /> : children(turnAway);
    if (check !== 'failed') return <Loading text={ADMIN.checking} />;
    return <RetryNotice onRetry={retry}>{ADMIN.notChecked}</RetryNotice>;
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Page {...page}>{content()}</Page>
    </div>
  );
}

/** Leads an administrator to two-step sign-in, without which the server refuses every request. */
function SecondFactorMissing() {
  return (
    <Notice>
      <p>{ADMIN.missing}</p>
      <Link to={PAGES.profile + SECOND_FACTOR_FRAGMENT} className={LONE_LINK}>
        {ADMIN.toProfile}
      </Link>
    </Notice>
  );
}
