import type { InvitationView, Membership } from '@contract/http';
import { PAGES } from '@contract/paths';
import { invitationToken, isTypedCode } from '@contract/pasted-fields';
import { isolated } from '@contract/written-text';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { ApiError } from '../../../lib/net/http.js';
import { isFinal } from '../../../lib/net/retry.js';
import { useMe } from '../../../lib/session/me.js';
import {
  forgetInvitation,
  openedInvitation,
  rememberInvitation,
} from '../../../lib/session/opened-invitation.js';
import { useSession } from '../../../lib/session/session.js';
import { buttonClass } from '../../../ui/button.js';
import { Link, LONE_LINK } from '../../../ui/link.js';
import { Loading } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { Notice, RetryNotice } from '../../../ui/notice.js';
import { ResultPanel, SplitPage } from '../../../ui/pages/split-page.js';
import { Step, STEP_RESULT, Steps, useSteps } from '../../../ui/steps.js';
import { lookUp } from '../buildings-api.js';
import { JOIN, memberHomeText, PENDING } from '../buildings.copy.js';
import { AcceptAsMember, bringsNew } from './accept-as-member.js';
import { BeforeAccount, InvitedForm } from './join-fields.js';
import { JoinForm } from './join-form.js';

/** `/join#token`: serves users with an account and visitors without one. */
export default function JoinPage() {
  const { hash } = useLocation();
  const [opened] = useState(openedInvitation);
  const token = invitationToken(hash) || opened;
  return (
    <SplitPage title={JOIN.title}>
      {token ? (
        <Invitation key={token} token={token} />
      ) : (
        <>
          <Notice>{JOIN.missing}</Notice>
          <InvitedForm />
        </>
      )}
    </SplitPage>
  );
}

function Invitation({ token }: { token: string }) {
  const { status, data, reload, ...rest } = useLoad(token, (signal) => lookUp(token, signal));
  const [refusal, setRefusal] = useState<ApiError>();
  const error = refusal ?? ('error' in rest ? rest.error : undefined);
  const over = isFinal(error);
  useEffect(() => (over ? forgetInvitation() : rememberInvitation(token)), [over, token]);

  if (over) {
    const isReplaced = error.code === 'invitation.replaced';
    const known = isReplaced ? error.message : error.fields?.['token'];
    // A code that the server knows is not that of the demo.
    const isUnknown = known === undefined && data === undefined;
    return <Expired text={known} typed={isUnknown && isTypedCode(token)} />;
  }
  if (data) return <Invited token={token} invitation={data} onOver={setRefusal} />;
  if (status === 'loading') return <Loading />;
  const limited = error instanceof ApiError && error.status === 429 ? error.message : undefined;
  return (
    <RetryNotice onRetry={reload}>{limited ?? 'Ett fel uppstod. Försök igen senare.'}</RetryNotice>
  );
}

function Expired({ text = JOIN.expired, typed }: { text?: string; typed: boolean }) {
  return (
    <>
      <Notice kind="error" role="alert">
        <p>{text}</p>
        {typed && (
          <div>
            <p>{JOIN.isDemoCode}</p>
            <Link to={PAGES.home} className={LONE_LINK}>
              {JOIN.toStart}
            </Link>
          </div>
        )}
      </Notice>
      <InvitedForm />
    </>
  );
}

interface InvitedProps {
  token: string;
  invitation: InvitationView;
  /** Called when the server reports that the invitation has ended while its page was open. */
  onOver: (refusal: ApiError) => void;
}

function Invited({ token, invitation, onOver }: InvitedProps) {
  const signedIn = useSession((state) => state.status === 'signed_in');
  const known = useMe((state) =>
    state.me?.memberships.find(
      (one) => one.building.id === invitation.building.id && one.status !== 'revoked',
    ),
  );
  const [already, setAlready] = useState(false);
  const { name, address } = invitation.building;
  const isNew = known !== undefined && !already && bringsNew(invitation, known);
  const isOver = (known !== undefined || already) && !isNew;
  useEffect(() => {
    if (isOver) forgetInvitation();
  }, [isOver]);

  if (isOver && !(known?.status === 'pending' && invitation.kind === 'poster')) {
    return (
      <ResultPanel
        role="status"
        next={
          <Link to={PAGES.app} className={buttonClass()}>
            {JOIN.toPanel}
          </Link>
        }
      >
        <p>
          <Names in={`${JOIN.already} ${isolated(name)}.`} />
        </p>
      </ResultPanel>
    );
  }
  const onCode = {
    'membership.already_exists': () => setAlready(true),
    'invitation.not_found': onOver,
    'invitation.replaced': onOver,
  };
  const form = { token, invitation, onCode };
  return (
    <>
      <div>
        <p>
          <span>{JOIN.invitedTo}</span>{' '}
          <strong>
            <Names in={isolated(name)} />
          </strong>
          <Names in={`, ${isolated(address)}.`} />
        </p>
        <p>
          <Names in={JOIN.invitedBy(invitation.invitedBy)} />
        </p>
      </div>
      {!signedIn ? (
        <BeforeAccount invitation={invitation} />
      ) : isNew ? (
        <AcceptAsMember {...form} known={known} />
      ) : (
        <JoinSteps kind={invitation.kind} pending={known}>
          <JoinForm {...form} />
        </JoinSteps>
      )}
    </>
  );
}

interface JoinStepsProps {
  kind: InvitationView['kind'];
  /** The membership that waits for a manager. */
  pending?: Membership;
  children: ReactNode;
}

/** The way of a signed-in user into the building; `children` is the form of its second step. */
function JoinSteps({ kind, pending, children }: JoinStepsProps) {
  const email = useSession((state) => state.user?.email);
  const isPending = pending !== undefined;
  const foldOf = useSteps([true, isPending, false]);
  const waiting = useRef<HTMLParagraphElement>(null);
  const wasPending = useRef(isPending);
  // The pressed button is gone.
  useEffect(() => {
    if (isPending && !wasPending.current) waiting.current?.focus();
    wasPending.current = isPending;
  }, [isPending]);
  const names = JOIN.stepNames;
  return (
    <Steps>
      <Step {...foldOf(0)} number={1} name={names.account} state="done">
        <p>{email && <Names in={JOIN.signedInAs(email)} />}</p>
      </Step>
      <Step {...foldOf(1)} number={2} name={names.home} state={isPending ? 'done' : 'left'}>
        {pending ? (
          <p>
            <Names in={`${isolated(pending.name)}, ${memberHomeText(pending)}`} />
          </p>
        ) : (
          children
        )}
      </Step>
      <Step
        {...foldOf(2)}
        number={3}
        name={names[kind]}
        state="left"
        result={
          <p ref={waiting} tabIndex={-1} role="status" className={STEP_RESULT}>
            {isPending && PENDING.text}
          </p>
        }
      >
        <p>{isPending ? PENDING.until : JOIN.steps[kind]}</p>
        {isPending && <p>{JOIN.household}</p>}
      </Step>
    </Steps>
  );
}
