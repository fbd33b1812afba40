import type { Socket } from 'socket.io';
import { buildingRoom } from '../../../platform/realtime/rooms.js';
import type { Flow } from './flow.js';
import type { AlarmSocket } from './socket.js';

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
  flow: Flow,
): string[] {
  const { members, compared } = flow;
  if (compared?.sockets === sockets && compared.members === members) return [];
  const evicted: string[] = [];
  for (const socket of sockets as readonly AlarmSocket[]) {
    const { userId } = socket.data.actor;
    if (members?.userIds.has(userId)) continue;
    void socket.leave(buildingRoom(buildingId));
    socket.emit('building:left', { buildingId });
    evicted.push(userId);
  }
  if (evicted.length === 0) flow.compared = { sockets, members };
  return evicted;
}
