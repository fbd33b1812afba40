import type { OpenResetLink } from '@contract/http';
import { useState } from 'react';
import { failureTexts } from '../../lib/net/http.js';
import { loadMe } from '../../lib/session/me.js';
import { longMoment } from '../../lib/time/dates.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { toast } from '../../ui/toasts.js';
import { PROFILE } from './profile.copy.js';
import { requestResetLink, withdrawResetLink } from './profile-api.js';

const copy = PROFILE.resetLink;

/** Shows who made an open link to a new password and deletes it, or lets the user request one. */
export function ResetLink({ open }: { open?: OpenResetLink }) {
  const [busy, setBusy] = useState(false);

  const act = async (call: () => Promise<undefined>, done: { title: string; text: string }) => {
    setBusy(true);
    try {
      await call();
      toast({ ...done, kind: 'success' });
      await loadMe();
    } catch (error) {
      toast({ ...failureTexts(error), kind: 'error' });
    }
    setBusy(false);
  };

  if (!open) {
    return (
      <>
        <p>{copy.forgotten}</p>
        <Button
          variant="secondary"
          className="self-start"
          busy={busy}
          onClick={() => void act(requestResetLink, copy.requested)}
        >
          {copy.request}
        </Button>
      </>
    );
  }
  return (
    <Notice>
      <p className="font-semibold">{copy.made(open.madeBy)}</p>
      <p>{copy.until(longMoment(open.expiresAt))}</p>
      <p>{copy.unasked}</p>
      <Button
        variant="secondary"
        className="self-start"
        busy={busy}
        onClick={() => void act(withdrawResetLink, copy.removed)}
      >
        {copy.remove}
      </Button>
    </Notice>
  );
}
