import type { SignInSession } from '@contract/http';
import { useState } from 'react';
import { useLoad } from '../../lib/hooks/use-load.js';
import { ApiError, failureTexts } from '../../lib/net/http.js';
import { signOut } from '../../lib/session/sign-in.js';
import { longMoment } from '../../lib/time/dates.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { PageSection } from '../../ui/pages/page-section.js';
import { toast } from '../../ui/toasts.js';
import { OwnCard, OwnList } from './own-list.js';
import { endSignIn, listSignIns } from './profile-api.js';
import { endLabel, endQuestion, PROFILE, sinceText } from './profile.copy.js';

const copy = PROFILE.signIns;
const labelOf = ({ label }: SignInSession) => label ?? copy.unknown;

/** Lists the user's sign-ins. Ending one asks first: its browser then receives no more alarms. */
export function SignIns() {
  const loaded = useLoad('sign-ins', listSignIns);
  const [asked, ask] = useState<SignInSession | 'everywhere'>();

  const endOne = async (session: SignInSession) => {
    try {
      await endSignIn(session.id);
    } catch (error) {
      // The sign-in was ended elsewhere already, which is the wanted result.
      const gone = error instanceof ApiError && error.code === 'auth.session_not_found';
      if (!gone) return toast({ ...failureTexts(error), kind: 'error' });
    }
    loaded.change((all) => all.filter(({ id }) => id !== session.id));
    toast({ ...copy.ended, kind: 'success' });
  };

  const endAll = () =>
    signOut({ everywhere: true }).catch(() => toast({ ...copy.notEverywhere, kind: 'error' }));

  const confirm = () => {
    ask(undefined);
    if (asked === 'everywhere') void endAll();
    else if (asked?.current) void signOut();
    else if (asked) void endOne(asked);
  };

  return (
    <PageSection heading={copy.heading}>
      <p>{copy.lead}</p>
      <OwnList loaded={loaded} words={copy}>
        {(session: SignInSession) => {
          const since = longMoment(session.createdAt);
          return (
            <OwnCard
              key={session.id}
              title={labelOf(session)}
              here={session.current && copy.here}
              actions={
                <Button
                  variant="secondary"
                  aria-label={endLabel(labelOf(session), since)}
                  onClick={() => ask(session)}
                >
                  {copy.signOut}
                </Button>
              }
            >
              {sinceText(since)}
            </OwnCard>
          );
        }}
      </OwnList>
      <Button variant="secondary" className="self-start" onClick={() => ask('everywhere')}>
        {copy.everywhere}
      </Button>
      {asked && (
        <ConfirmDialog
          title={asked === 'everywhere' ? copy.everywhereQuestion : endQuestion(labelOf(asked))}
          confirm={asked === 'everywhere' ? copy.everywhere : copy.signOut}
          onConfirm={confirm}
          onClose={() => ask(undefined)}
        >
          <p>{asked === 'everywhere' ? copy.everywhereText : copy.oneText}</p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}
