import type { Home } from '@contract/alarm';
import type { AlarmReport, BoardToDo, Exercise } from '@contract/exercises';
import type {
  BuildingDetails,
  CreatedInvitation,
  CreatedLetter,
  CreatedResetLink,
  HomesOfEntrance,
  Invitation,
  InvitationView,
  ListedHome,
  LogItem,
  Member,
  Membership,
  MembershipRole,
  Page,
  Reminder,
} from '@contract/http';
import type { Kiosk } from '@contract/kiosks';
import { request } from '../../lib/net/http.js';

export interface PersonAtHome {
  name: string;
  entrance?: string;
  /** Missing for a manager who does not live in the building. */
  apartment?: string;
  /** The person says that the home exists, although it is not in the building's list. */
  unlisted?: boolean;
}

/** Leaves out empty texts: the server refuses an empty entrance. */
export function withoutEmpty<T extends Record<string, string>>(texts: T): T {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as T;
}

export const lookUp = (token: string, signal?: AbortSignal) =>
  request<InvitationView>('POST', '/invitations/look-up', { token }, { auth: false, signal });

export const accept = (token: string, person: PersonAtHome) =>
  request<Membership>('POST', '/invitations/accept', { token, ...person });

export interface NewBuilding {
  name: string;
  address: string;
  personName: string;
  entrance?: string;
  apartment: string;
  sessionId: string;
}

export const startBuilding = (body: NewBuilding) => request<Membership>('POST', '/buildings', body);

export const joinDemo = (body: { name: string; apartment: string }) =>
  request<Membership>('POST', '/demo/join', body);

/** @returns a function that reads a building's list, which fits on one page */
function listOf<T>(part: string) {
  return async (buildingId: string, signal?: AbortSignal): Promise<T[]> => {
    const path = `/buildings/${buildingId}/${part}`;
    return (await request<Page<T>>('GET', path, undefined, { signal })).items;
  };
}

export const listMembers = listOf<Member>('members');

export interface MemberChange {
  status?: 'active' | 'revoked';
  role?: MembershipRole;
  maySend?: boolean;
  pauseReason?: string;
  /** The member as the page shows them: the server refuses when they have changed since. */
  seen?: Home & { name: string };
}

export const changeMember = (buildingId: string, memberId: string, change: MemberChange) =>
  request<Member>('PATCH', `/buildings/${buildingId}/members/${memberId}`, change);

export const remindMember = (buildingId: string, memberId: string) =>
  request<Reminder>('POST', `/buildings/${buildingId}/members/${memberId}/remind`);

export const decideHome = (
  buildingId: string,
  memberId: string,
  { entrance, apartment }: Home,
  confirmed: boolean,
) =>
  request<Member>('POST', `/buildings/${buildingId}/members/${memberId}/home`, {
    confirmed,
    apartment,
    ...(entrance && { entrance }),
  });

export const makeResetLink = (buildingId: string, memberId: string) =>
  request<CreatedResetLink>('POST', `/buildings/${buildingId}/members/${memberId}/reset-link`);

/** @param wanted the role, and the home that the link is for; without one the person types it */
export const invite = (buildingId: string, wanted: { role: MembershipRole } & Partial<Home>) =>
  request<CreatedInvitation>('POST', `/buildings/${buildingId}/invitations`, {
    kind: 'personal',
    ...wanted,
  });

export const listInvitations = listOf<Invitation>('invitations');

export const readBuilding = (buildingId: string, signal?: AbortSignal) =>
  request<BuildingDetails>('GET', `/buildings/${buildingId}`, undefined, { signal });

export const changeBuilding = (
  buildingId: string,
  change: { name?: string; address?: string; rescueNote?: string },
) => request<BuildingDetails>('PATCH', `/buildings/${buildingId}`, change);

function pagesOf<T>(part: string) {
  return (buildingId: string, before?: string, signal?: AbortSignal) =>
    request<Page<T>>(
      'GET',
      `/buildings/${buildingId}/${part}${before ? `?before=${before}` : ''}`,
      undefined,
      { signal },
    );
}

export const readLog = pagesOf<LogItem>('log');

/** The planned exercise and those of the last 12 months. */
export const listExercises = pagesOf<Exercise>('exercises');

/** @param at undefined for an exercise that begins now */
export const planExercise = (buildingId: string, at?: Date) =>
  request<Exercise>(
    'POST',
    `/buildings/${buildingId}/exercises`,
    at ? { at: at.toISOString() } : {},
  );

export const callOffExercise = (buildingId: string, id: string) =>
  request<void>('DELETE', `/buildings/${buildingId}/exercises/${id}`);

export const readReport = (alarmId: string, signal?: AbortSignal) =>
  request<AlarmReport>('GET', `/alarms/${alarmId}/report`, undefined, { signal });

export const listHomes = listOf<ListedHome>('homes');

/** @param change each list may be missing */
export async function changeHomes(
  buildingId: string,
  change: { add?: Home[]; remove?: Home[] },
): Promise<ListedHome[]> {
  const body = Object.fromEntries(
    Object.entries(change).map(([name, homes]) => [name, byEntrance(homes)]),
  );
  return (await request<Page<ListedHome>>('PATCH', `/buildings/${buildingId}/homes`, body)).items;
}

export async function makeLetters(buildingId: string, homes: Home[]): Promise<CreatedLetter[]> {
  const path = `/buildings/${buildingId}/invitations/letters`;
  return (await request<Page<CreatedLetter>>('POST', path, { homes: byEntrance(homes) })).items;
}

/** Makes the poster of an entrance, which replaces the one before. */
export const makePoster = (buildingId: string, entrance: string | undefined) =>
  request<CreatedInvitation>('POST', `/buildings/${buildingId}/invitations`, {
    kind: 'poster',
    ...(entrance && { entrance }),
  });

/** A thousand homes fit into a request this way. */
function byEntrance(homes: Home[]): HomesOfEntrance[] {
  const all = new Map<string, HomesOfEntrance>();
  for (const { entrance = '', apartment } of homes) {
    const one = all.get(entrance) ?? { ...(entrance && { entrance }), apartments: [] };
    all.set(entrance, { ...one, apartments: [...one.apartments, apartment] });
  }
  return [...all.values()];
}

export const withdraw = (buildingId: string, invitationId: string) =>
  request<void>('DELETE', `/buildings/${buildingId}/invitations/${invitationId}`);

export const readToDo = (buildingId: string, signal?: AbortSignal) =>
  request<BoardToDo>('GET', `/buildings/${buildingId}/to-do`, undefined, { signal });

export const listKiosks = listOf<Kiosk>('kiosks');

export const pairKiosk = (buildingId: string, kiosk: { code: string; place: string }) =>
  request<Kiosk>('POST', `/buildings/${buildingId}/kiosks`, kiosk);

export const renameKiosk = (buildingId: string, kioskId: string, place: string) =>
  request<void>('PATCH', `/buildings/${buildingId}/kiosks/${kioskId}`, { place });

export const revokeKiosk = (buildingId: string, kioskId: string) =>
  request<void>('DELETE', `/buildings/${buildingId}/kiosks/${kioskId}`);
