import { Inject, Injectable } from '@nestjs/common';
import type { Namespace, Server, Socket } from 'socket.io';
import { Encoder, PacketType } from 'socket.io-parser';
import { IO } from '../tokens.js';
import { clearStreamOf, directLineOf, textFrame, type DirectLine } from './direct-line.js';

/** The names of Socket.IO rooms. Only the server adds sockets to them. */
export const buildingRoom = (buildingId: string): string => `building:${buildingId}`;
export const personRoom = (userId: string): string => `person:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

/** Engine.IO's packet type "message". */
const ENGINE_MESSAGE = '4';

/**
 * Emits to this node's sockets of a room. The event is encoded and framed once, and the same buffer is
 * written to every connection for which Engine.IO holds nothing back: one system call a neighbour. All
 * other connections get it from Socket.IO itself, behind what waits for them.
 */
@Injectable()
export class LocalBroadcast {
  private readonly encoder = new Encoder();
  /**
   * The sockets by room. To look up each socket of a large room by its id would cost a broadcast and its
   * check of the members two waits for the memory a socket.
   */
  private readonly lists = new Map<string, readonly Socket[]>();
  private readonly lines = new WeakMap<readonly Socket[], DirectLine[]>();
  private followed: Namespace['adapter'] | undefined;

  constructor(@Inject(IO) private readonly io: Server) {}

  emit(room: string, event: string, payload: object): void {
    this.write(this.linesIn(room), event, payload);
  }

  /** @param ids of this node's sockets; those that have gone are skipped */
  emitTo(ids: string[], event: string, payload: object): void {
    const { sockets } = this.io.of('/');
    const found = ids.flatMap((id) => sockets.get(id) ?? []);
    this.write(found.map(directLineOf), event, payload);
  }

  /** @returns this node's sockets in the room, in the same array until one joins or leaves */
  socketsIn(room: string): readonly Socket[] {
    const { adapter, sockets } = this.io.of('/');
    // Redis brings an adapter of its own.
    if (adapter !== this.followed) this.follow(adapter);
    const known = this.lists.get(room);
    if (known) return known;
    const ids = [...(adapter.rooms.get(room) ?? [])];
    const found = ids.flatMap((id) => sockets.get(id) ?? []);
    // A socket that is still connecting is in its rooms before it can be found.
    if (found.length > 0 && found.length === ids.length) this.lists.set(room, found);
    return found;
  }

  private follow(adapter: Namespace['adapter']): void {
    this.followed = adapter;
    this.lists.clear();
    const forget = (room: string): void => void this.lists.delete(room);
    adapter.on('join-room', forget);
    adapter.on('leave-room', forget);
  }

  private write(lines: DirectLine[], event: string, payload: object): void {
    const packet = { type: PacketType.EVENT, nsp: '/', data: [event, payload] };
    const [text = ''] = this.encoder.encode(packet) as string[];
    const frame = textFrame(ENGINE_MESSAGE + text);
    for (const line of lines) {
      const stream = clearStreamOf(line);
      if (stream) stream.write(frame);
      else line.socket.emit(event, payload);
    }
  }

  private linesIn(room: string): DirectLine[] {
    const sockets = this.socketsIn(room);
    const known = this.lines.get(sockets);
    if (known) return known;
    const lines = sockets.map(directLineOf);
    this.lines.set(sockets, lines);
    return lines;
  }
}
