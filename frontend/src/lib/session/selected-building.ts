import type { Membership } from '@contract/http';
import { create } from 'zustand';
import { local, write } from '../browser/storage.js';

/** The key of the first release, which the cookie page names: another key would lose the choice. */
const KEY = 'resq.house';

/** The building whose panel a member of several buildings sees. Alarms of the others show too. */
const useChosen = create<{ chosen: string | null }>(() => ({ chosen: local.getItem(KEY) }));

/** @param memberships active ones; the first is selected by default */
export function useSelectedBuilding(memberships: Membership[]): Membership | undefined {
  const chosen = useChosen((state) => state.chosen);
  return memberships.find(({ building }) => building.id === chosen) ?? memberships[0];
}

/** Selects a building, and saves the choice in this browser. */
export function selectBuilding(buildingId: string): void {
  write(local, KEY, buildingId);
  useChosen.setState({ chosen: buildingId });
}
