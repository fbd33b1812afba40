import type { Membership } from '@contract/http';
import { create } from 'zustand';
import { local, write } from '../browser/storage.js';

/** The key of the first release, which the cookie page names: a new one would lose the selection. */
const KEY = 'resq.house';

/** The building whose panel a member of several sees. Alarms of all of them are shown and sound. */
const useChosen = create<{ chosen: string | null }>(() => ({ chosen: local.getItem(KEY) }));

/** @param memberships active ones; the first is selected by default */
export function useSelectedBuilding(memberships: Membership[]): Membership | undefined {
  const chosen = useChosen((state) => state.chosen);
  return memberships.find(({ building }) => building.id === chosen) ?? memberships[0];
}

/** Remembered in this browser. */
export function selectBuilding(buildingId: string): void {
  write(local, KEY, buildingId);
  useChosen.setState({ chosen: buildingId });
}
