import { tidyText } from '@contract/check-text';
import type { InvitationView, Membership } from '@contract/http';
import { PAGES } from '@contract/paths';
import { invitationToken, isTypedCode } from '@contract/pasted-fields';
import { RULES } from '@contract/text-rules';
import { isolated } from '@contract/written-text';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { ApiError } from '../../../lib/net/http.js';
import { isFinal } from '../../../lib/net/retry.js';
import { loadMe, useMe } from '../../../lib/session/me.js';
import {
  forgetInvitation,
  openedInvitation,
  rememberInvitation,
} from '../../../lib/session/opened-invitation.js';
import { useSession } from '../../../lib/session/session.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { CheckField } from '../../../ui/forms/fields.js';
import { Form } from '../../../ui/forms/form.js';
import { Link, LONE_LINK } from '../../../ui/link.js';
import { Loading } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { Notice, RetryNotice } from '../../../ui/notice.js';
import { ResultPanel, SplitPage } from '../../../ui/pages/split-page.js';
import { Step, STEP_RESULT, Steps, useSteps } from '../../../ui/steps.js';
import { toast } from '../../../ui/toasts.js';
import { accept, lookUp, withoutEmpty } from '../buildings-api.js';
import { JOIN, memberHomeText, PENDING } from '../buildings.copy.js';
import { AcceptAsMember, bringsNew } from './accept-as-member.js';
import { BeforeAccount, HOME_CHECKS, HomeFields, InvitedForm, NameField } from './join-fields.js';

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
  const error = 'error' in rest ? rest.error : undefined;
  const over = isFinal(error);
  useEffect(() => (over ? forgetInvitation() : rememberInvitation(token)), [over, token]);

  if (data) return <Invited token={token} invitation={data} />;
  if (status === 'loading') return <Loading />;
  if (over) {
    const isReplaced = error.code === 'invitation.replaced';
    const known = isReplaced ? error.message : error.fields?.['token'];
    // A code that the server knows is not that of the demo.
    return <Expired text={known} typed={known === undefined && isTypedCode(token)} />;
  }
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

function Invited({ token, invitation }: { token: string; invitation: InvitationView }) {
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
  const form = { token, invitation, onAlready: () => setAlready(true) };
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

/** @returns a home as the server reads it, to tell it from another one */
const homeText = (entrance: string, apartment: string): string =>
  `${tidyText(RULES.member.entrance, entrance)}/${tidyText(RULES.member.apartment, apartment)}`;

const ticked = (value: unknown) => (value === true ? undefined : JOIN.understoodMissing);

interface JoinFormProps {
  token: string;
  invitation: InvitationView;
  /** Called when the server reports that the user is already a member of the building. */
  onAlready: () => void;
}

function JoinForm({ token, invitation, onAlready }: JoinFormProps) {
  const navigate = useNavigate();
  const { role, entrance, apartment, entrances = [] } = invitation;
  const [elsewhere, setElsewhere] = useState(false);
  // The question about a home that is not in the list is about the home that was sent, and no other.
  const [sent, setSent] = useState<string>();
  const [notListed, setNotListed] = useState(false);
  const [unlisted, setUnlisted] = useState(false);
  const home = elsewhere ? {} : HOME_CHECKS;
  const form = useTextForm<string>(
    { name: RULES.member.name, ...home, understood: ticked },
    { initial: { ...(entrance && { entrance }), ...(apartment && { apartment }) } },
  );

  const submit = form.submit(
    async ({ name = '', apartment = '', entrance = '' }) => {
      const asked = homeText(entrance, apartment);
      const isOther = asked !== sent;
      if (isOther) {
        setSent(asked);
        setNotListed(false);
        setUnlisted(false);
      }
      const { status } = await accept(token, {
        ...withoutEmpty({ name, apartment, entrance }),
        ...(unlisted && !isOther && { unlisted }),
      });
      forgetInvitation();
      await loadMe();
      // A pending member stays: the page now shows that a manager must approve the membership.
      if (status !== 'active') return;
      // A phone shows one toast at a time.
      toast({ ...JOIN.done, text: `${JOIN.done.text} ${JOIN.household}`, kind: 'success' });
      await navigate(PAGES.check, { replace: true });
    },
    {
      onCode: {
        'membership.already_exists': onAlready,
        'home.not_listed': () => setNotListed(true),
      },
    },
  );

  const isSent = homeText(form.valueOf('entrance'), form.valueOf('apartment')) === sent;

  return (
    <Form onSubmit={submit} errors={form}>
      <NameField {...form.field('name')} />
      {role === 'manager' && apartment === undefined && (
        <CheckField
          label={JOIN.elsewhere}
          checked={elsewhere}
          onChange={({ target }) => setElsewhere(target.checked)}
        />
      )}
      {!elsewhere && <HomeFields field={form.field} entrances={entrances} invited={invitation} />}
      {!elsewhere && notListed && isSent && (
        <Notice role="alert">
          <p>{JOIN.notListed}</p>
          <CheckField
            label={JOIN.unlisted}
            checked={unlisted}
            onChange={({ target }) => setUnlisted(target.checked)}
          />
        </Notice>
      )}
      <CheckField label={JOIN.understood} {...form.field('understood')} />
      <Button type="submit" busy={form.busy}>
        {JOIN.submit}
      </Button>
    </Form>
  );
}
