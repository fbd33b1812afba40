import type { Membership } from '@contract/http';
import { create } from 'zustand';
import { local, write } from '../browser/storage.js';

const KEY = 'resq.house';

/** The house that a person of several looks at. Alarms of all of them are shown and heard. */
const useChosen = create<{ chosen: string | null }>(() => ({ chosen: local.getItem(KEY) }));

/** @param memberships active ones; the first stands for whoever has not chosen */
export function useSelectedBuilding(memberships: Membership[]): Membership | undefined {
  const chosen = useChosen((state) => state.chosen);
  return memberships.find(({ building }) => building.id === chosen) ?? memberships[0];
}

/** Remembered in this browser. */
export function selectBuilding(buildingId: string): void {
  write(local, KEY, buildingId);
  useChosen.setState({ chosen: buildingId });
}
