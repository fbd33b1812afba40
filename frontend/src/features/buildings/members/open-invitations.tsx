import type { Invitation } from '@contract/http';
import { useState } from 'react';
import type { Loaded } from '../../../lib/hooks/use-load.js';
import { failureTexts } from '../../../lib/net/failure-texts.js';
import { ApiError } from '../../../lib/net/http.js';
import { longDate } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Loading } from '../../../ui/loading.js';
import { RetryNotice } from '../../../ui/retry-notice.js';
import { toast } from '../../../ui/toasts.js';
import { withdraw } from '../buildings-api.js';
import { BUILDING, homeText } from '../buildings.copy.js';

const copy = BUILDING.invitations;

interface OpenInvitationsProps {
  buildingId: string;
  loaded: Loaded<Invitation[]> & {
    reload: () => Promise<void>;
    change: (by: (all: Invitation[]) => Invitation[]) => void;
  };
}

/** Lists who may still come in by a link or poster. Withdrawing one asks first: its link is gone. */
export function OpenInvitations({ buildingId, loaded }: OpenInvitationsProps) {
  const [asked, ask] = useState<Invitation>();
  const [goingId, setGoingId] = useState<string>();

  const end = async ({ id }: Invitation) => {
    ask(undefined);
    setGoingId(id);
    try {
      await withdraw(buildingId, id);
      toast({ ...copy.withdrawn, kind: 'success' });
      loaded.change((all) => all.filter((one) => one.id !== id));
    } catch (error) {
      toast({ ...failureTexts(error), title: copy.notWithdrawn, kind: 'error' });
      // It may have been used or withdrawn meanwhile.
      if (error instanceof ApiError && error.status === 404) void loaded.reload();
    }
    setGoingId(undefined);
  };

  return (
    <section aria-labelledby="invitations" className="flex flex-col gap-4">
      <h2 id="invitations" className="text-h2">
        {copy.heading}
      </h2>
      {!loaded.data && loaded.status !== 'failed' && <Loading />}
      {!loaded.data && loaded.status === 'failed' && (
        <RetryNotice retry={BUILDING.retry} onRetry={loaded.reload}>
          {copy.failed}
        </RetryNotice>
      )}
      {loaded.data?.length === 0 && <p className="text-muted">{copy.none}</p>}
      <ul className="flex flex-col gap-3">
        {loaded.data?.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-edge p-4"
          >
            <div className="min-w-0">
              <p className="font-semibold">{titleOf(one)}</p>
              <p className="text-muted">{datesOf(one)}</p>
            </div>
            <Button
              variant="secondary"
              busy={goingId === one.id}
              aria-label={`${copy.withdraw}: ${titleOf(one)}. ${datesOf(one)}`}
              onClick={() => ask(one)}
            >
              {copy.withdraw}
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={copy.question}
          confirm={copy.withdraw}
          onConfirm={() => void end(asked)}
          onClose={() => ask(undefined)}
        >
          <p>{titleOf(asked)}</p>
          <p>{copy.consequence[asked.kind]}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Returns, for example, "Länk för en ny ansvarig, lägenhet 1301". */
function titleOf({ kind, role, entrance, apartment }: Invitation): string {
  const what = kind === 'poster' ? copy.poster : copy.personal[role];
  return apartment ? `${what}, ${homeText({ entrance, apartment })}` : what;
}

const datesOf = ({ createdAt, expiresAt }: Invitation): string =>
  copy.dates(longDate(createdAt), longDate(expiresAt));
