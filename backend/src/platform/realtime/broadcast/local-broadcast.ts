import { Inject, Injectable } from '@nestjs/common';
import type { Server, Socket } from 'socket.io';
import { Encoder, PacketType, type Packet } from 'socket.io-parser';
import { IO } from '../../tokens.js';
import { RoomSockets } from './room-sockets.js';
import { clearStreamOf, directLineOf, type DirectLine } from './direct-line.js';
import { ENGINE_MESSAGE, textFrame } from './text-frame.js';

/**
 * Emits to this node's sockets of a room. The event is encoded and framed once, and the same buffer is
 * written to every connection for which Engine.IO holds nothing back: one system call a neighbour. All
 * other connections get it from Socket.IO itself, behind what waits for them.
 */
@Injectable()
export class LocalBroadcast {
  private readonly encoder = new Encoder();
  private readonly lines = new WeakMap<readonly Socket[], DirectLine[]>();

  constructor(
    @Inject(IO) private readonly io: Server,
    private readonly rooms: RoomSockets,
  ) {}

  emit(room: string, event: string, payload: object): void {
    this.write(this.linesIn(room), event, payload);
  }

  /** @param ids of this node's sockets; those that have gone are skipped */
  emitTo(ids: string[], event: string, payload: object): void {
    const { sockets } = this.io.of('/');
    const found = ids.flatMap((id) => sockets.get(id) ?? []);
    this.write(found.map(directLineOf), event, payload);
  }

  private write(lines: DirectLine[], event: string, payload: object): void {
    const frame = this.frameOf(event, payload);
    for (const line of lines) {
      const stream = clearStreamOf(line);
      if (stream) stream.write(frame);
      else line.socket.emit(event, payload);
    }
  }

  private linesIn(room: string): DirectLine[] {
    const sockets = this.rooms.in(room);
    const known = this.lines.get(sockets);
    if (known) return known;
    const lines = sockets.map(directLineOf);
    this.lines.set(sockets, lines);
    return lines;
  }

  private frameOf(event: string, payload: object): Buffer {
    const [packet = ''] = this.encoder.encode(packetOf(event, payload)) as string[];
    return textFrame(ENGINE_MESSAGE + packet);
  }
}

const packetOf = (event: string, payload: object): Packet => ({
  type: PacketType.EVENT,
  nsp: '/',
  data: [event, payload],
});
