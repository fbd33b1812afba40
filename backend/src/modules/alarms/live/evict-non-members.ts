import { buildingRoom } from '../../../platform/realtime/rooms.js';
import type { AlarmServer } from './socket.js';

/**
 * Takes this node's sockets of everybody else out of the building's room, just before something is
 * said there. Whoever was revoked a moment ago misses the very next event, even if every signal was lost.
 * @param members user ids of the active members
 * @returns the user ids of those who had to leave
 */
export function evictNonMembers(
  server: AlarmServer | undefined,
  buildingId: string,
  members: Set<string>,
): string[] {
  const here = server?.of('/');
  const room = buildingRoom(buildingId);
  const strangers: string[] = [];
  for (const id of [...(here?.adapter.rooms.get(room) ?? [])]) {
    const socket = here?.sockets.get(id);
    if (!socket || members.has(socket.data.actor.userId)) continue;
    void socket.leave(room);
    socket.emit('building:left', { buildingId });
    strangers.push(socket.data.actor.userId);
  }
  return strangers;
}
