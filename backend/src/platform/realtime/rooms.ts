/** Names of Socket.IO rooms. Only the server puts anybody into one. */
export const buildingRoom = (buildingId: string): string => `building:${buildingId}`;
export const personRoom = (userId: string): string => `person:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
