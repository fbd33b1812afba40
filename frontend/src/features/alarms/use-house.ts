import type { Membership } from '@contract/http';
import { useState } from 'react';
import { local, write } from '../../lib/storage.js';

const KEY = 'resq.house';

/** The house somebody chose last, of several. */
export function useHouse(memberships: Membership[]) {
  const [chosen, setChosen] = useState(() => local.getItem(KEY));
  const house = memberships.find(({ building }) => building.id === chosen) ?? memberships[0];
  const choose = (buildingId: string) => {
    write(local, KEY, buildingId);
    setChosen(buildingId);
  };
  return { house, choose };
}
