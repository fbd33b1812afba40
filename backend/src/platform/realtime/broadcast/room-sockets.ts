import { Inject, Injectable } from '@nestjs/common';
import type { Namespace, Server, Socket } from 'socket.io';
import { IO } from '../../tokens.js';

/**
 * This node's sockets by room, as lists. To look up each socket of a large room by its id would cost a
 * broadcast and its check of the members two waits for the memory a socket.
 */
@Injectable()
export class RoomSockets {
  private readonly lists = new Map<string, readonly Socket[]>();
  private followed: Namespace['adapter'] | undefined;

  constructor(@Inject(IO) private readonly io: Server) {}

  /** @returns the same array until a socket joins or leaves the room */
  in(room: string): readonly Socket[] {
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
}
