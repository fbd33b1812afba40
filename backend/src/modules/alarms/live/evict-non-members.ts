import { buildingRoom } from '../../../platform/realtime/rooms.js';
import { socketsIn, type AlarmServer } from './socket.js';

/**
 * Removes this node's sockets of non-members from the building's room. It runs before each emit, so
 * that a revoked member does not get the next event, even if every signal was lost.
 * @param memberUserIds the ids of the active members
 * @returns the ids of the users whose sockets were removed
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
