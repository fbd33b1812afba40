import type { Membership } from '@contract/http';
import { shortAddress } from '../../features/alarms/model/format.js';
import { selectBuilding } from '../../lib/session/selected-building.js';
import { SHELL } from '../shell.copy.js';

interface BuildingSwitchProps {
  memberships: Membership[];
  selected: Membership;
}

/** Replaces the address in the header for a member of several buildings. */
export function BuildingSwitch({ memberships, selected }: BuildingSwitchProps) {
  return (
    <select
      aria-label={SHELL.buildingSwitch}
      value={selected.building.id}
      onChange={(event) => selectBuilding(event.target.value)}
      className="control-border min-h-12 w-full min-w-0 rounded-card bg-page px-2 text-meta font-bold text-ellipsis sm:px-3 sm:text-body"
    >
      {memberships.map(({ building }) => (
        <option key={building.id} value={building.id}>
          {shortAddress(building)}
        </option>
      ))}
    </select>
  );
}
