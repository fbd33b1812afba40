import type { SignInSession } from '@contract/http';
import { useState } from 'react';
import { useLoad } from '../../lib/hooks/use-load.js';
import { ApiError, failureTexts } from '../../lib/net/http.js';
import { signOut } from '../../lib/session/sign-in.js';
import { longMoment } from '../../lib/time/dates.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { PageSection } from '../../ui/pages/page.js';
import { toast } from '../../ui/toasts.js';
import { OwnCard, OwnList } from './own-list.js';
import { endSignIn, listSignIns } from './profile-api.js';
import { endLabel, endQuestion, PROFILE, sinceText } from './profile.copy.js';

const SIGN_INS = PROFILE.signIns;
const labelOf = ({ label }: SignInSession) => label ?? SIGN_INS.unknown;

/** Lists the user's sign-ins. Ending one asks first: its browser then receives no more alarms. */
export function SignIns() {
  const loaded = useLoad('sign-ins', listSignIns);
  const [toEnd, setToEnd] = useState<SignInSession | 'everywhere'>();

  const endOne = async (session: SignInSession) => {
    try {
      await endSignIn(session.id);
    } catch (error) {
      // The sign-in was ended elsewhere already, which is the wanted result.
      const gone = error instanceof ApiError && error.code === 'auth.session_not_found';
      if (!gone) return toast({ ...failureTexts(error), kind: 'error' });
    }
    loaded.change((all) => all.filter(({ id }) => id !== session.id));
    toast({ ...SIGN_INS.ended, kind: 'success' });
  };

  const endAll = () =>
    signOut({ everywhere: true }).catch(() => toast({ ...SIGN_INS.notEverywhere, kind: 'error' }));

  const confirm = () => {
    setToEnd(undefined);
    if (toEnd === 'everywhere') void endAll();
    else if (toEnd?.current) void signOut();
    else if (toEnd) void endOne(toEnd);
  };

  return (
    <PageSection heading={SIGN_INS.heading}>
      <p>{SIGN_INS.lead}</p>
      <OwnList loaded={loaded} words={SIGN_INS}>
        {(session: SignInSession) => {
          const since = longMoment(session.createdAt);
          return (
            <OwnCard
              key={session.id}
              title={labelOf(session)}
              mark={session.current && SIGN_INS.thisBrowser}
              actions={
                <Button
                  variant="secondary"
                  aria-label={endLabel(labelOf(session), since)}
                  onClick={() => setToEnd(session)}
                >
                  {SIGN_INS.signOut}
                </Button>
              }
            >
              {sinceText(since)}
            </OwnCard>
          );
        }}
      </OwnList>
      <Button variant="secondary" className="self-start" onClick={() => setToEnd('everywhere')}>
        {SIGN_INS.everywhere}
      </Button>
      {toEnd && (
        <ConfirmDialog
          title={toEnd === 'everywhere' ? SIGN_INS.everywhereQuestion : endQuestion(labelOf(toEnd))}
          confirm={toEnd === 'everywhere' ? SIGN_INS.everywhere : SIGN_INS.signOut}
          onConfirm={confirm}
          onClose={() => setToEnd(undefined)}
        >
          <p>{toEnd === 'everywhere' ? SIGN_INS.everywhereText : SIGN_INS.oneText}</p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}
