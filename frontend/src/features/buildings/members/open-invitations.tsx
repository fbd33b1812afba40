import type { Invitation } from '@contract/http';
import { useState } from 'react';
import type { Loaded as LoadedList } from '../../../lib/hooks/use-load.js';
import { ApiError, failureTexts } from '../../../lib/net/http.js';
import { longDate } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { toast } from '../../../ui/toasts.js';
import { withdraw } from '../buildings-api.js';
import { BUILDING, homeText } from '../buildings.copy.js';
import { ItemCard } from '../../../ui/card.js';
import { Loaded } from '../../../ui/loaded.js';
import { Section } from '../../../ui/pages/page-section.js';

const copy = BUILDING.invitations;

interface OpenInvitationsProps {
  buildingId: string;
  loaded: LoadedList<Invitation[]> & {
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
    <Section heading={copy.heading}>
      <Loaded
        from={loaded}
        words={{ failed: copy.failed, retry: BUILDING.retry, empty: copy.none }}
      >
        {(all) => (
          <ul className="flex flex-col gap-3">
            {all.map((one) => (
              <ItemCard key={one.id}>
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
              </ItemCard>
            ))}
          </ul>
        )}
      </Loaded>
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
    </Section>
  );
}

/** Returns, for example, "Länk för en ny ansvarig, lägenhet 1301". */
function titleOf({ kind, role, entrance, apartment }: Invitation): string {
  const what = kind === 'poster' ? copy.poster : copy.personal[role];
  return apartment ? `${what}, ${homeText({ entrance, apartment })}` : what;
}

const datesOf = ({ createdAt, expiresAt }: Invitation): string =>
  copy.dates(longDate(createdAt), longDate(expiresAt));
