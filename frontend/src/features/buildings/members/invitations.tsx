import type { CreatedInvitation, Invitation } from '@contract/http';
import { useState } from 'react';
import { type LoadState, useLoad } from '../../../lib/hooks/use-load.js';
import { ApiError, failureTexts } from '../../../lib/net/http.js';
import { longDate } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { ItemCard } from '../../../ui/card.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { TextField } from '../../../ui/forms/fields.js';
import { Loaded } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { Section } from '../../../ui/pages/page.js';
import { toast } from '../../../ui/toasts.js';
import { invite, listInvitations, withdraw } from '../buildings-api.js';
import { BUILDING, memberHomeText } from '../buildings.copy.js';

const { invite: INVITE, invitations: OPEN } = BUILDING;

/** Lets a manager invite, and see and withdraw what is open. */
export function Invitations({ buildingId }: { buildingId: string }) {
  const loaded = useLoad(buildingId, (signal) => listInvitations(buildingId, signal));
  return (
    <>
      <InviteNeighbour buildingId={buildingId} onInvited={() => void loaded.reload()} />
      <OpenInvitations buildingId={buildingId} loaded={loaded} />
    </>
  );
}

interface InviteNeighbourProps {
  buildingId: string;
  onInvited: () => void;
}

function InviteNeighbour({ buildingId, onInvited }: InviteNeighbourProps) {
  const [made, setMade] = useState<CreatedInvitation>();
  const [busy, setBusy] = useState(false);

  const create = async () => {
    setBusy(true);
    try {
      setMade(await invite(buildingId));
      onInvited();
    } catch (error) {
      toast({ ...failureTexts(error), kind: 'error' });
    }
    setBusy(false);
  };

  return (
    <Section heading={INVITE.heading} className="max-w-form gap-4">
      <p>{INVITE.lead}</p>
      {made && (
        <>
          <TextField
            label={INVITE.link}
            hint={`${INVITE.until} ${longDate(made.expiresAt)}.`}
            value={made.url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton variant="primary" text={made.url} {...INVITE.toasts}>
            {INVITE.copy}
          </CopyButton>
        </>
      )}
      <Button variant={made ? 'secondary' : 'primary'} busy={busy} onClick={() => void create()}>
        {INVITE.submit}
      </Button>
    </Section>
  );
}

interface OpenInvitationsProps {
  buildingId: string;
  loaded: LoadState<Invitation[]> & {
    reload: () => Promise<void>;
    change: (by: (all: Invitation[]) => Invitation[]) => void;
  };
}

/** Lists who may still come in by a link or poster. Withdrawing one asks first: its link is gone. */
function OpenInvitations({ buildingId, loaded }: OpenInvitationsProps) {
  const [toWithdraw, setToWithdraw] = useState<Invitation>();
  const [goingId, setGoingId] = useState<string>();

  const end = async ({ id }: Invitation) => {
    setToWithdraw(undefined);
    setGoingId(id);
    try {
      await withdraw(buildingId, id);
      toast({ ...OPEN.withdrawn, kind: 'success' });
      loaded.change((all) => all.filter((one) => one.id !== id));
    } catch (error) {
      toast({ ...failureTexts(error), title: OPEN.notWithdrawn, kind: 'error' });
      // It may have been used or withdrawn meanwhile.
      if (error instanceof ApiError && error.status === 404) void loaded.reload();
    }
    setGoingId(undefined);
  };

  return (
    <Section heading={OPEN.heading}>
      <Loaded from={loaded} words={{ failed: OPEN.failed, empty: OPEN.none }}>
        {(all) => (
          <ul className="flex flex-col gap-3">
            {all.map((one) => (
              <ItemCard key={one.id}>
                <div className="min-w-0">
                  <p className="font-semibold">
                    <Names in={titleOf(one)} />
                  </p>
                  <p className="text-muted">{datesOf(one)}</p>
                </div>
                <Button
                  variant="secondary"
                  busy={goingId === one.id}
                  aria-label={`${OPEN.withdraw}: ${titleOf(one)}. ${datesOf(one)}`}
                  onClick={() => setToWithdraw(one)}
                >
                  {OPEN.withdraw}
                </Button>
              </ItemCard>
            ))}
          </ul>
        )}
      </Loaded>
      {toWithdraw && (
        <ConfirmDialog
          title={OPEN.question}
          confirm={OPEN.withdraw}
          onConfirm={() => void end(toWithdraw)}
          onClose={() => setToWithdraw(undefined)}
        >
          <p>
            <Names in={titleOf(toWithdraw)} />
          </p>
          <p>{OPEN.consequence[toWithdraw.kind]}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Returns, for example, "Länk för en ny ansvarig, lägenhet 1301". */
function titleOf({ kind, role, entrance, apartment }: Invitation): string {
  const what = kind === 'poster' ? OPEN.poster : OPEN.personal[role];
  return apartment ? `${what}, ${memberHomeText({ entrance, apartment })}` : what;
}

const datesOf = ({ createdAt, expiresAt }: Invitation): string =>
  OPEN.dates(longDate(createdAt), longDate(expiresAt));
