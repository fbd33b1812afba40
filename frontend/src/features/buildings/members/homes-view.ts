import type { Home } from '@contract/alarm';
import { entranceIn, homeKeyIn } from '@contract/homes';
import type { ListedHome, Member } from '@contract/http';

export interface HomeView {
  key: string;
  home: Home;
  /** False for a home that has a member and is not in the building's list. */
  listed: boolean;
  /** The active members, and those who have just been removed and may be brought back. */
  members: Member[];
  /** When the newest open letter or link to the home ends. */
  invitedUntil?: string;
  state: HomeState;
}

/** By the best of the members: `untested` lacks a test, `away` is not connected, `missing` has none. */
export type HomeState = 'ready' | 'untested' | 'away' | 'missing';

export interface EntranceView {
  /** Empty for homes without one. */
  name: string;
  homes: HomeView[];
}

const READY: Member['readiness'][] = ['ready', 'readyByPush', 'readyWhileOpen'];

/** Groups what the server lists by home, and the homes by entrance, in the server's order. */
export function viewsOf(homes: ListedHome[], members: Member[]): HomeView[] {
  const keyOf = homeKeyIn(homes);
  const byHome = new Map<string, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    if (key && member.status !== 'pending') byHome.set(key, [...(byHome.get(key) ?? []), member]);
  }
  return homes.map(({ listed, invitedUntil, ...home }) => {
    const key = keyOf(home) ?? '';
    const own = byHome.get(key) ?? [];
    const view = { key, home, listed, members: own, state: stateOf(own) };
    return { ...view, ...(invitedUntil && { invitedUntil }) };
  });
}

/** @returns the same view when its members are the same, so that its row is not drawn again */
export const withMembers = (view: HomeView, members: Member[]): HomeView =>
  members.every((one, n) => one === view.members[n])
    ? view
    : { ...view, members, state: stateOf(members) };

/** @returns the members without those who have just been removed */
export const activeOf = (members: Member[]): Member[] =>
  members.filter(({ status }) => status === 'active');

function stateOf(all: Member[]): HomeState {
  const members = activeOf(all);
  if (members.length === 0) return 'missing';
  if (members.some(({ readiness }) => READY.includes(readiness))) return 'ready';
  return members.some(({ readiness }) => readiness !== 'away') ? 'untested' : 'away';
}

export function byEntrance(homes: HomeView[]): EntranceView[] {
  const all = new Map<string, EntranceView>();
  for (const view of homes) {
    const { entrance = '' } = view.home;
    const key = entranceIn(view.key);
    const { name = '', homes: others = [] } = all.get(key) ?? {};
    all.set(key, { name: name || entrance, homes: [...others, view] });
  }
  return [...all.values()];
}

export const FILTERS = ['all', 'missing', 'notReady', 'untested'] as const;
export type Filter = (typeof FILTERS)[number];

/** @param search a part of a name or of a number */
export function matching(homes: HomeView[], filter: Filter, search: string): HomeView[] {
  const text = search.trim().toLocaleLowerCase('sv');
  return homes.filter(({ home, members, state }) => {
    const words = [home.apartment, ...members.map(({ name }) => name.toLocaleLowerCase('sv'))];
    const isFound = words.some((word) => word.includes(text));
    if (filter === 'missing') return isFound && state === 'missing';
    if (filter === 'notReady') return isFound && state !== 'ready' && state !== 'missing';
    if (filter === 'untested') return isFound && isUntested({ state, members });
    return isFound;
  });
}

/** No device of the home was ever tested. */
export const isUntested = ({ state, members }: Pick<HomeView, 'state' | 'members'>): boolean =>
  state !== 'missing' &&
  state !== 'ready' &&
  activeOf(members).every(({ testedAt }) => testedAt === null);
