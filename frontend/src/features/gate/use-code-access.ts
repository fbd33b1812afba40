import { useCallback, useEffect, useState } from 'react';
import {
  forgetAccess,
  hasLiveCodeSession,
  knownSessionId,
  sessionId,
} from '../../lib/session/code-session.js';

export type CodeAccess = 'checking' | 'granted' | 'refused';

/** Checks on load whether this tab's code session is live. Any failure leads to the gate. */
export function useCodeAccess() {
  const [access, setAccess] = useState<CodeAccess>(() =>
    knownSessionId() ? 'checking' : 'refused',
  );

  useEffect(() => {
    if (!knownSessionId()) {
      // The server cannot know a new id, so no check is needed.
      sessionId();
      forgetAccess();
      return;
    }
    const left = new AbortController();
    void hasLiveCodeSession(left.signal).then((live) => {
      if (left.signal.aborted) return;
      if (!live) forgetAccess();
      // The late answer must not close a gate that a code has opened meanwhile.
      setAccess((now) => (now === 'checking' ? (live ? 'granted' : 'refused') : now));
    });
    return () => left.abort();
  }, []);

  const grant = useCallback(() => setAccess('granted'), []);
  return { access, grant };
}
