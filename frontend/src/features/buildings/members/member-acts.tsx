import { checkText } from '@contract/check-text';
import type { CreatedResetLink, Member } from '@contract/http';
import { RULES } from '@contract/text-rules';
import { isolated } from '@contract/written-text';
import { ChevronDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { longMoment } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { LinkPanel } from '../../../ui/copyable.js';
import { TextField } from '../../../ui/forms/fields.js';
import { Names } from '../../../ui/names.js';
import { changeMember, makeResetLink, type MemberChange } from '../buildings-api.js';
import { passwordLink } from '../buildings.copy.js';
import { MEMBERS } from './members.copy.js';
import { useAction } from '../acts.js';

interface MemberActsProps {
  buildingId: string;
  buildingName: string;
  member: Member;
  onChanged: (member: Member) => void;
}

type Asked = 'remove' | 'pause' | 'promote' | 'demote';
const STYLES = {
  remove: 'danger',
  pause: 'primary',
  promote: 'primary',
  demote: 'primary',
} as const;

/** The acts of a manager on a member. Each act that changes rights asks first. */
export function MemberActs({ buildingId, buildingName, member, onChanged }: MemberActsProps) {
  const [asked, setAsked] = useState<Asked>();
  /** The sentence about a reason that cannot be saved. */
  const [problem, setProblem] = useState<string>();
  const { busy, act } = useAction();
  const reason = useRef<HTMLInputElement>(null);
  const summary = useRef<HTMLElement>(null);
  const { id, name, role, maySend } = member;

  const change = async (body: Parameters<typeof changeMember>[2]) => {
    setAsked(undefined);
    await act(async () => onChanged(await changeMember(buildingId, id, body)), MEMBERS.failed);
    summary.current?.focus();
  };
  const acts: Record<Asked, { body: () => MemberChange; confirm: string }> = {
    remove: { body: () => ({ status: 'revoked' }), confirm: MEMBERS.remove },
    pause: {
      body: () => {
        const pauseReason = reason.current?.value.trim();
        return { maySend: false, ...(pauseReason && { pauseReason }) };
      },
      confirm: MEMBERS.ask.pause.confirm,
    },
    promote: { body: () => ({ role: 'manager' }), confirm: MEMBERS.promote },
    demote: { body: () => ({ role: 'resident' }), confirm: MEMBERS.demote },
  };
  const confirm = (act: Asked) => {
    const found = act === 'pause' && checkText(RULES.member.pauseReason, reason.current?.value);
    if (!found) return void change(acts[act].body());
    setProblem(found);
    reason.current?.focus();
  };
  const textOf = (act: Asked) =>
    act === 'remove' ? MEMBERS.ask.remove.text(name, buildingName) : MEMBERS.ask[act].text(name);

  return (
    <More of={isolated(name)} summary={summary}>
      <div className="mt-2 flex flex-wrap items-start gap-3">
        <Act busy={busy} onClick={() => setAsked(role === 'manager' ? 'demote' : 'promote')}>
          {role === 'manager' ? MEMBERS.demote : MEMBERS.promote}
        </Act>
        {maySend ? (
          <Act busy={busy} onClick={() => setAsked('pause')}>
            {MEMBERS.pause}
          </Act>
        ) : (
          <Act busy={busy} onClick={() => void change({ maySend: true })}>
            {MEMBERS.resume}
          </Act>
        )}
        <Act busy={busy} onClick={() => setAsked('remove')}>
          {MEMBERS.remove}
        </Act>
        <MemberPasswordLink buildingId={buildingId} member={member} />
      </div>
      {asked && (
        <ConfirmDialog
          title={MEMBERS.ask[asked].question(name)}
          confirm={acts[asked].confirm}
          look={STYLES[asked]}
          onConfirm={() => confirm(asked)}
          onClose={() => {
            setAsked(undefined);
            setProblem(undefined);
          }}
        >
          <p>
            <Names in={textOf(asked)} />
          </p>
          {asked === 'pause' && (
            <TextField
              className="mt-4"
              label={MEMBERS.ask.pause.reason}
              hint={MEMBERS.ask.pause.hint}
              ref={reason}
              error={problem}
              onChange={() => setProblem(undefined)}
            />
          )}
        </ConfirmDialog>
      )}
    </More>
  );
}

interface MoreProps {
  /** The name of the member or the home. */
  of: string;
  summary?: Ref<HTMLElement>;
  children: ReactNode;
}

/** Acts that are rarely needed. Those of six hundred members would take long to draw, so they come when opened. */
export function More({ of, summary, children }: MoreProps) {
  const [isOpen, setOpen] = useState(false);
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    setOpen(!isOpen);
  };
  return (
    <details open={isOpen} className="open:basis-full">
      <summary
        ref={summary}
        onClick={toggle}
        className="inline-flex min-h-12 items-center gap-2 rounded-card px-2 font-semibold hover:bg-surface"
      >
        <span>{MEMBERS.acts}</span>
        <span className="sr-only">
          <Names in={of} />
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 in-open:rotate-180" />
      </summary>
      {isOpen && children}
    </details>
  );
}

interface ActProps {
  busy: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Act = ({ children, ...button }: ActProps) => (
  <Button variant="secondary" {...button}>
    {children}
  </Button>
);

interface MemberPasswordLinkProps {
  buildingId: string;
  member: Member;
}

/** Lets a manager create a password link for a member who forgot the password. */
function MemberPasswordLink({ buildingId, member }: MemberPasswordLinkProps) {
  const [isAsking, setAsking] = useState(false);
  const { busy, act } = useAction();
  const [made, setMade] = useState<CreatedResetLink>();
  const trigger = useRef<HTMLButtonElement>(null);
  const copy = passwordLink(member.name);

  const create = async () => {
    // A dialog that is removed while it is open does not restore the focus.
    flushSync(() => setAsking(false));
    trigger.current?.focus();
    await act(async () => setMade(await makeResetLink(buildingId, member.id)), copy.failed);
  };

  return (
    <div className={made ? 'flex basis-full flex-col items-start gap-4' : undefined}>
      <Button ref={trigger} variant="secondary" busy={busy} onClick={() => setAsking(true)}>
        <span>{copy.action}</span>
        <span className="sr-only">
          {' '}
          <Names in={copy.actionTo} />
        </span>
      </Button>
      {made && (
        <LinkPanel
          key={made.url}
          label={<Names in={copy.link} />}
          hint={copy.hint(longMoment(made.expiresAt))}
          url={made.url}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title={copy.question}
          confirm={copy.confirm}
          look="primary"
          onClose={() => setAsking(false)}
          onConfirm={() => void create()}
        >
          <ul className="flex list-disc flex-col gap-2 pl-6">
            {copy.consequences.map((text) => (
              <li key={text}>
                <Names in={text} />
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  );
}
