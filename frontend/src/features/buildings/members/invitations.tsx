import { useLoad } from '../../../lib/hooks/use-load.js';
import { listInvitations } from '../buildings-api.js';
import { InviteNeighbour } from './invite-neighbour.js';
import { OpenInvitations } from './open-invitations.js';

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
