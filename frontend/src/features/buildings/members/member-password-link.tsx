import type { CreatedResetLink, Member } from '@contract/http';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { longMoment } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { LinkPanel } from '../../../ui/forms/link-panel.js';
import { Names } from '../../../ui/names.js';
import { makeResetLink } from '../buildings-api.js';
import { passwordLink } from '../buildings.copy.js';
import { useAction } from '../acts.js';

interface MemberPasswordLinkProps {
  buildingId: string;
  member: Member;
}

/** Lets a manager create a password link for a member who forgot the password. */
export function MemberPasswordLink({ buildingId, member }: MemberPasswordLinkProps) {
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
