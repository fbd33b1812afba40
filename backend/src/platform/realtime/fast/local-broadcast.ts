import { Inject, Injectable } from '@nestjs/common';
import type { Server } from 'socket.io';
import { Encoder, PacketType, type Packet } from 'socket.io-parser';
import type { Config } from '../../config.js';
import { CONFIG, IO } from '../../tokens.js';
import { idleStreamOf } from './idle-stream.js';
import { ENGINE_MESSAGE, textFrame } from './text-frame.js';

/**
 * Emits to this node's sockets of a room. The event is encoded and framed once, and the same buffer is
 * written to every connection that has nothing queued: one system call a neighbour. All other
 * connections get it from Socket.IO itself, behind what waits for them.
 */
@Injectable()
export class LocalBroadcast {
  private readonly encoder = new Encoder();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(IO) private readonly io: Server,
  ) {}

  emit(room: string, event: string, payload: object): void {
    if (!this.config.fastPaths) {
      this.io.local.to(room).emit(event, payload);
      return;
    }
    this.emitTo(this.io.of('/').adapter.rooms.get(room) ?? [], event, payload);
  }

  /** @param ids of this node's sockets; those that have gone are skipped */
  emitTo(ids: Iterable<string>, event: string, payload: object): void {
    const { sockets } = this.io.of('/');
    const frame = this.config.fastPaths ? this.frameOf(event, payload) : undefined;
    for (const id of ids) {
      const socket = sockets.get(id);
      if (!socket) continue;
      const stream = frame && idleStreamOf(socket);
      if (stream) stream.write(frame);
      else socket.emit(event, payload);
    }
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
