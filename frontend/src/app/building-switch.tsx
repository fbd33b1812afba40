import type { Membership } from '@contract/http';
import { shortAddress } from '../features/alarms/model/format.js';
import { selectBuilding } from '../lib/session/selected-building.js';
import { SHELL } from './shell.copy.js';

interface HouseSwitchProps {
  memberships: Membership[];
  house: Membership;
}

/** For whoever belongs to several houses, in the place of the one house's address. */
export function HouseSwitch({ memberships, house }: HouseSwitchProps) {
  return (
    <select
      aria-label={SHELL.house}
      value={house.building.id}
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
