import { useEffect } from 'react';
import { signFavicon } from '../../../lib/browser/favicon.js';
import { setTitle } from '../../../ui/pages/window-title.js';
import { READINESS } from '../readiness.copy.js';
import { type TabReadiness, useReadiness } from '../use-readiness.js';

/** A shorter change would only distract the user. */
const SETTLE_MS = 5_000;

const PREFIXES: Partial<Record<TabReadiness, string>> = READINESS.title;

/** Shows in the tab's title and icon that it could not sound, for a tab that is behind others. */
export function useUnprotectedMark(): void {
  const prefix = PREFIXES[useReadiness()];
  useEffect(() => {
    const timer = setTimeout(() => mark(prefix), prefix ? SETTLE_MS : 0);
    return () => clearTimeout(timer);
  }, [prefix]);

  useEffect(() => () => mark(undefined), []);
}

function mark(prefix: string | undefined): void {
  setTitle('state', prefix);
  signFavicon('unprotected', prefix !== undefined);
}
