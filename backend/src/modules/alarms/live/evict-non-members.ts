import { buildingRoom } from '../../../platform/realtime/rooms.js';
import type { AlarmSocket } from './socket.js';

/**
 * Removes the sockets of non-members from the building's room.
 * @param sockets all of this node in that room
 * @param memberUserIds the ids of the active members
 * @returns the ids of the users whose sockets were removed
 */
export function evictNonMembers(
  sockets: readonly AlarmSocket[],
  buildingId: string,
  memberUserIds: Set<string>,
): string[] {
  const room = buildingRoom(buildingId);
  const evicted: string[] = [];
  for (const socket of sockets) {
    const { userId } = socket.data.actor;
    if (memberUserIds.has(userId)) continue;
    void socket.leave(room);
    socket.emit('building:left', { buildingId });
    evicted.push(userId);
  }
  return evicted;
}
