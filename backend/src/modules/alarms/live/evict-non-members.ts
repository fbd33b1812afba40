import { buildingRoom } from '../../../platform/realtime/rooms.js';
import { socketsIn, type AlarmServer } from './socket.js';

/**
 * Removes this node's sockets of everybody else from the building's room, just before an event is
 * emitted there. A revoked member misses the very next event, even if every signal was lost.
 * @param memberUserIds the users who are active members
 * @returns the users whose sockets were removed
 */
export function evictNonMembers(
  io: AlarmServer,
  buildingId: string,
  memberUserIds: Set<string>,
): string[] {
  const room = buildingRoom(buildingId);
  const evicted: string[] = [];
  for (const socket of socketsIn(io, room)) {
    const { userId } = socket.data.actor;
    if (memberUserIds.has(userId)) continue;
    void socket.leave(room);
    socket.emit('building:left', { buildingId });
    evicted.push(userId);
  }
  return evicted;
}
