/** The names of Socket.IO rooms. Only the server adds sockets to them. */
export const buildingRoom = (buildingId: string): string => `building:${buildingId}`;
export const personRoom = (userId: string): string => `person:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
