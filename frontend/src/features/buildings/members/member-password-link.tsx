import type { CreatedResetLink, Member } from '@contract/http';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { copyText } from '../../../lib/browser/clipboard.js';
import { failureTexts } from '../../../lib/net/http.js';
import { longMoment } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { LinkPanel } from '../../../ui/forms/link-panel.js';
import { toast } from '../../../ui/toasts.js';
import { makeResetLink } from '../buildings-api.js';
import { passwordLink } from '../buildings.copy.js';

interface MemberPasswordLinkProps {
  buildingId: string;
  member: Member;
}

/** Lets a manager create a password link for a member who forgot the password. */
export function MemberPasswordLink({ buildingId, member }: MemberPasswordLinkProps) {
  const [asked, ask] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<CreatedResetLink>();
  const trigger = useRef<HTMLButtonElement>(null);
  const copy = passwordLink(member.name);

  const create = async () => {
    // A dialog that is removed while it is open does not restore the focus.
    flushSync(() => ask(false));
    trigger.current?.focus();
    setBusy(true);
    try {
      setMade(await makeResetLink(buildingId, member.id));
    } catch (error) {
      toast({ ...failureTexts(error), title: copy.failed, kind: 'error' });
    }
    setBusy(false);
  };

  return (
    <div className={made ? 'flex basis-full flex-col items-start gap-4' : undefined}>
      <Button
        ref={trigger}
        variant="secondary"
        busy={busy}
        aria-label={copy.actionLabel}
        onClick={() => ask(true)}
      >
        {copy.action}
      </Button>
      {made && (
        <LinkPanel
          key={made.url}
          label={copy.link}
          hint={copy.hint(longMoment(made.expiresAt))}
          url={made.url}
          copyText={copyText}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={copy.question}
          confirm={copy.confirm}
          look="primary"
          onClose={() => ask(false)}
          onConfirm={() => void create()}
        >
          <ul className="flex list-disc flex-col gap-2 pl-6">
            {copy.consequences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  );
}
