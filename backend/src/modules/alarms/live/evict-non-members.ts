import type { Socket } from 'socket.io';
import { buildingRoom } from '../../../platform/realtime/rooms.js';
import type { Members } from './flow.js';
import type { AlarmSocket } from './socket.js';

/** The members with which a list was compared last. A list that nobody keeps any more is not kept here. */
const compared = new WeakMap<readonly Socket[], Members>();

/**
 * Removes the sockets of non-members from the building's room. It runs before each emit, so that a
 * revoked member does not get the next event, even if every signal was lost. It does nothing while
 * neither the sockets nor the members have changed since it found no others.
 * @param sockets all of this node in that room
 * @returns the ids of the users whose sockets were removed
 */
export function evictNonMembers(
  sockets: readonly Socket[],
  buildingId: string,
  members: Members | undefined,
): string[] {
  if (members && compared.get(sockets) === members) return [];
  const evicted: string[] = [];
  for (const socket of sockets as readonly AlarmSocket[]) {
    const { userId } = socket.data.actor;
    if (members?.userIds.has(userId)) continue;
    void socket.leave(buildingRoom(buildingId));
    socket.emit('building:left', { buildingId });
    evicted.push(userId);
  }
  if (members && evicted.length === 0) compared.set(sockets, members);
  return evicted;
}
