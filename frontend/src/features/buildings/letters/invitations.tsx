import { entranceText } from '@contract/homes';
import type { CreatedInvitation, Invitation, ListedHome, MembershipRole } from '@contract/http';
import { shown } from '@contract/written-text';
import { useState } from 'react';
import { ApiError, failureTexts } from '../../../lib/net/http.js';
import { longDate } from '../../../lib/time/dates.js';
import { AskedButton } from '../../../ui/asked-button.js';
import { Button } from '../../../ui/button.js';
import { ItemCard } from '../../../ui/card.js';
import { CopyButton } from '../../../ui/copyable.js';
import { SelectField, TextField } from '../../../ui/forms/fields.js';
import { Names } from '../../../ui/names.js';
import { Section } from '../../../ui/pages/page.js';
import { toast } from '../../../ui/toasts.js';
import { invite, withdraw } from '../buildings-api.js';
import { BUILDING, memberHomeText } from '../buildings.copy.js';
import { LINK } from './letters.copy.js';
import { useAction } from '../acts.js';

const { invite: INVITE, invitations: OPEN } = BUILDING;

interface InvitationsProps {
  buildingId: string;
  homes: ListedHome[];
  invitations: Invitation[];
  /** Called when the invitations must be read again. */
  onChanged: () => void;
}

/** Lets a manager make a link, and see and withdraw what is open. */
export function Invitations({ buildingId, homes, invitations, onChanged }: InvitationsProps) {
  return (
    <>
      <InviteNeighbour buildingId={buildingId} homes={homes} onInvited={onChanged} />
      <OpenInvitations buildingId={buildingId} all={invitations} onChanged={onChanged} />
    </>
  );
}

interface InviteNeighbourProps {
  buildingId: string;
  homes: ListedHome[];
  onInvited: () => void;
}

type MadeLink = CreatedInvitation & Pick<Invitation, 'role' | 'entrance' | 'apartment'>;

function InviteNeighbour({ buildingId, homes, onInvited }: InviteNeighbourProps) {
  const [made, setMade] = useState<MadeLink>();
  const [role, setRole] = useState<MembershipRole>('resident');
  const [home, setHome] = useState('');
  const { busy, act } = useAction();

  const create = () =>
    act(async () => {
      const { entrance, apartment } = homes[Number(home)] ?? {};
      const wanted = home === '' ? {} : { apartment, ...(entrance && { entrance }) };
      setMade({ ...(await invite(buildingId, { role, ...wanted })), role, ...wanted });
      onInvited();
    });

  return (
    <Section heading={INVITE.heading} className="max-w-form gap-4">
      <p>{INVITE.lead}</p>
      <SelectField
        label={LINK.role}
        value={role}
        onChange={({ target }) => {
          // A link beside another role than its own would make somebody else a manager.
          setMade(undefined);
          setRole(target.value as MembershipRole);
        }}
      >
        {(['resident', 'manager'] as const).map((one) => (
          <option key={one} value={one}>
            {LINK.roles[one]}
          </option>
        ))}
      </SelectField>
      {homes.length > 0 && (
        <SelectField
          label={LINK.home}
          value={home}
          onChange={({ target }) => {
            setMade(undefined);
            setHome(target.value);
          }}
        >
          <option value="">{LINK.anyHome}</option>
          {homes.map((one, n) => (
            <option key={n} value={n} translate="no">
              {shown(memberHomeText(one))}
            </option>
          ))}
        </SelectField>
      )}
      {made && (
        <>
          <TextField
            key={made.url}
            label={INVITE.link}
            hint={
              <Names
                in={`${titleOf({ kind: 'personal', ...made })}. ${INVITE.until} ${longDate(made.expiresAt)}.`}
              />
            }
            value={made.url}
            readOnly
            autoFocus
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
  all: Invitation[];
  onChanged: () => void;
}

/** Lists who may still come in by a link or poster. Withdrawing one asks first: its link is gone. */
function OpenInvitations({ buildingId, all, onChanged }: OpenInvitationsProps) {
  const [goingId, setGoingId] = useState<string>();

  const end = async ({ id }: Invitation) => {
    setGoingId(id);
    try {
      await withdraw(buildingId, id);
      toast({ ...OPEN.withdrawn, kind: 'success' });
      onChanged();
    } catch (error) {
      toast({ ...failureTexts(error), title: OPEN.notWithdrawn, kind: 'error' });
      // It may have been used or withdrawn meanwhile.
      if (error instanceof ApiError && error.status === 404) onChanged();
    }
    setGoingId(undefined);
  };

  return (
    <Section heading={OPEN.heading}>
      {all.length === 0 && <p className="text-muted">{OPEN.none}</p>}
      <ul className="flex flex-col gap-3">
        {all.map((one) => (
          <ItemCard key={one.id}>
            <div className="min-w-0">
              <p className="font-semibold">
                <Names in={titleOf(one)} />
              </p>
              <p className="text-muted">{datesOf(one)}</p>
            </div>
            <AskedButton
              busy={goingId === one.id}
              aria-label={`${OPEN.withdraw}: ${titleOf(one)}. ${datesOf(one)}`}
              question={{
                title: OPEN.question,
                confirm: OPEN.withdraw,
                text: (
                  <>
                    <p>
                      <Names in={titleOf(one)} />
                    </p>
                    <p>{OPEN.consequence[one.kind]}</p>
                  </>
                ),
              }}
              onConfirm={() => void end(one)}
            >
              {OPEN.withdraw}
            </AskedButton>
          </ItemCard>
        ))}
      </ul>
    </Section>
  );
}

/** Returns, for example, "Länk för en ny ansvarig, lägenhet 1301". */
function titleOf({
  kind,
  role,
  entrance,
  apartment,
}: Pick<Invitation, 'kind' | 'role' | 'entrance' | 'apartment'>): string {
  const what = kind === 'poster' ? OPEN.poster : OPEN.personal[role];
  if (kind === 'poster' && entrance) return `${what}, ${entranceText(entrance)}`;
  return apartment ? `${what}, ${memberHomeText({ entrance, apartment })}` : what;
}

const datesOf = ({ createdAt, expiresAt }: Invitation): string =>
  OPEN.dates(longDate(createdAt), longDate(expiresAt));
