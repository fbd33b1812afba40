import { PAGES } from '@contract/paths';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { request } from '../../../lib/net/http.js';
import { useMe } from '../../../lib/session/me.js';
import { Bar } from '../../../ui/bar.js';

const TEXTS: string[] = [PAGES.terms, PAGES.privacy];

/** Announces that the terms or the privacy policy have changed, until the person opens one of them. */
export function TextsBar() {
  const hasChanged = useMe(({ me }) => me?.textsChanged);
  const { pathname } = useLocation();
  const isRead = hasChanged && TEXTS.includes(pathname);
  useEffect(() => {
    if (!isRead) return;
    useMe.setState(({ me }) => ({ me: me && { ...me, textsChanged: undefined } }));
    // Without an answer the bar comes back at the next visit.
    request('POST', '/auth/me/texts-read').catch(() => undefined);
  }, [isRead]);
  return (
    <Bar action={hasChanged && { text: 'Läs', to: PAGES.terms }}>
      {hasChanged && <span>Villkor och integritetspolicy är ändrade.</span>}
    </Bar>
  );
}
