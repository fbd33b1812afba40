import type { Member } from '@contract/http';
import { RULES } from '@contract/text-rules';
import { isolated } from '@contract/written-text';
import { ChevronDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { TextField } from '../../../ui/forms/fields.js';
import { Names } from '../../../ui/names.js';
import { changeMember, type MemberChange } from '../buildings-api.js';
import { MemberPasswordLink } from './member-password-link.js';
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
          onConfirm={() => void change(acts[asked].body())}
          onClose={() => setAsked(undefined)}
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
              maxLength={RULES.member.pauseReason.max}
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
