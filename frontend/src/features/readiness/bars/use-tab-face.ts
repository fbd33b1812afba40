import { useEffect } from 'react';
import { signFavicon } from '../../../lib/browser/favicon.js';
import { READINESS } from '../readiness.copy.js';
import { type ReadinessState, useReadiness } from '../use-readiness.js';

/** A shorter change would only distract in the corner of the eye. */
const SETTLE_MS = 5_000;
/** The alarm names itself in the title, which then is its own. */
const ALARM = '●';

const FACES: Partial<Record<ReadinessState, string>> = READINESS.title;

/** A tab that could not sound shows it in the tab list too, which may be its only visible part. */
export function useTabFace(): void {
  const state = useReadiness();
  useEffect(() => {
    const prefix = FACES[state];
    const apply = () => {
      const title = named(document.title, prefix);
      if (title !== document.title) document.title = title;
    };
    const watcher = new MutationObserver(apply);
    const begin = () => {
      apply();
      signFavicon('unprotected', prefix !== undefined);
      // The title's element may be replaced as a whole; its parent stays.
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
  const known = Object.values(FACES).find((face) => title.startsWith(face));
  return (prefix ?? '') + title.slice(known?.length ?? 0);
}
