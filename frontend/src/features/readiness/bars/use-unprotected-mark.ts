import { useEffect } from 'react';
import { signFavicon } from '../../../lib/browser/favicon.js';
import { READINESS } from '../readiness.copy.js';
import { type TabReadiness, useReadiness } from '../use-readiness.js';

/** A shorter change would only distract the user. */
const SETTLE_MS = 5_000;
/** An alarm's title begins with this sign, and is left as it is. */
const ALARM = '●';

const PREFIXES: Partial<Record<TabReadiness, string>> = READINESS.title;

/** Shows in the tab's title and icon that it could not sound, for a tab that is behind others. */
export function useUnprotectedMark(): void {
  const state = useReadiness();
  useEffect(() => {
    const prefix = PREFIXES[state];
    const apply = () => {
      const title = named(document.title, prefix);
      if (title !== document.title) document.title = title;
    };
    const watcher = new MutationObserver(apply);
    const begin = () => {
      apply();
      signFavicon('unprotected', prefix !== undefined);
      // The title's element may be replaced as a whole, so its parent is observed.
      watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    };
    const timer = setTimeout(begin, prefix ? SETTLE_MS : 0);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [state]);

  useEffect(
    () => () => {
      document.title = named(document.title, undefined);
      signFavicon('unprotected', false);
    },
    [],
  );
}

function named(title: string, prefix: string | undefined): string {
  if (title.startsWith(ALARM)) return title;
  const known = Object.values(PREFIXES).find((one) => title.startsWith(one));
  return (prefix ?? '') + title.slice(known?.length ?? 0);
}
