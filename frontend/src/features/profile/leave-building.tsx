import type { Membership } from '@contract/http';
import { useState } from 'react';
import { failureTexts } from '../../lib/net/http.js';
import { loadMe } from '../../lib/session/me.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Notice } from '../../ui/notice.js';
import { toast } from '../../ui/toasts.js';
import { PROFILE } from './profile.copy.js';
import { leaveBuilding } from './profile-api.js';

const copy = PROFILE.leave;

/** Returns the address without the town: "Storgatan 12". */
const street = (address: string) => address.split(',')[0] ?? address;

export function LeaveBuilding({ membership: { id, building } }: { membership: Membership }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const address = street(building.address);

  const leave = async () => {
    setAsking(false);
    setBusy(true);
    try {
      await leaveBuilding(id);
      toast({ title: copy.done, text: copy.text(address), kind: 'success' });
      await loadMe();
    } catch (error) {
      setRefused(failureTexts(error).text);
      setBusy(false);
    }
  };

  return (
    <>
      <p>{copy.text(address)}</p>
      {refused && (
        <Notice kind="error" role="alert">
          <p>{refused}</p>
        </Notice>
      )}
      <Button
        variant="secondary"
        className="self-start"
        busy={busy}
        onClick={() => {
          setRefused(undefined);
          setAsking(true);
        }}
      >
        {copy.submit(address)}
      </Button>
      {asking && (
        <ConfirmDialog
          title={copy.question(address)}
          confirm={copy.confirm}
          onConfirm={() => void leave()}
          onClose={() => setAsking(false)}
        >
          <p>{copy.text(address)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
