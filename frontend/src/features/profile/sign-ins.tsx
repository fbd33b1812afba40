import type { SignInSession } from '@contract/http';
import { useLoad } from '../../lib/hooks/use-load.js';
import { ApiError, failureTexts } from '../../lib/net/http.js';
import { signOut } from '../../lib/session/sign-in.js';
import { longMoment } from '../../lib/time/dates.js';
import { AskedButton } from '../../ui/asked-button.js';
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
                <AskedButton
                  aria-label={endLabel(labelOf(session), since)}
                  question={{
                    title: endQuestion(labelOf(session)),
                    confirm: SIGN_INS.signOut,
                    text: <p>{SIGN_INS.oneText}</p>,
                  }}
                  onConfirm={() => void (session.current ? signOut() : endOne(session))}
                >
                  {SIGN_INS.signOut}
                </AskedButton>
              }
            >
              {sinceText(since)}
            </OwnCard>
          );
        }}
      </OwnList>
      <AskedButton
        className="self-start"
        question={{
          title: SIGN_INS.everywhereQuestion,
          confirm: SIGN_INS.everywhere,
          text: <p>{SIGN_INS.everywhereText}</p>,
        }}
        onConfirm={() => void endAll()}
      >
        {SIGN_INS.everywhere}
      </AskedButton>
    </PageSection>
  );
}
