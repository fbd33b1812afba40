import { Inject, Injectable } from '@nestjs/common';
import type { Server, Socket } from 'socket.io';
import { Encoder, PacketType, type Packet } from 'socket.io-parser';
import * as ws from 'ws';
import type { Config } from '../../config.js';
import { CONFIG, IO } from '../../tokens.js';

/** The parts of engine.io and ws that write; neither exports their types. */
interface Connection {
  readyState: string;
  upgrading: boolean;
  writeBuffer: unknown[];
  transport: {
    name: string;
    writable: boolean;
    socket?: {
      readyState: number;
      bufferedAmount: number;
      _socket?: { write(frame: Buffer): boolean };
    };
  };
}

/** The class is missing in the published types of ws. */
const { Sender } = ws as unknown as {
  Sender: { frame(data: Buffer, options: object): Buffer[] };
};

/** Engine.IO's packet type "message", RFC 6455's opcode of a text frame, and ws's state "open". */
const ENGINE_MESSAGE = '4';
const TEXT = 1;
const OPEN = 1;

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
    const { adapter, sockets } = this.io.of('/');
    const frame = frameOf(this.encoder.encode(packetOf(event, payload)));
    for (const id of adapter.rooms.get(room) ?? []) {
      const socket = sockets.get(id);
      if (!socket) continue;
      const stream = idleStreamOf(socket);
      if (stream) stream.write(frame);
      else socket.emit(event, payload);
    }
  }
}

const packetOf = (event: string, payload: object): Packet => ({
  type: PacketType.EVENT,
  nsp: '/',
  data: [event, payload],
});

/** @returns the text frame of RFC 6455 that ws would send for the encoded packet, unmasked and whole */
function frameOf(encoded: (string | Buffer)[]): Buffer {
  const data = Buffer.from(ENGINE_MESSAGE + encoded.join(''));
  const options = { opcode: TEXT, fin: true, mask: false, rsv1: false, readOnly: true };
  return Buffer.concat(Sender.frame(data, options));
}

/** @returns the TCP stream of a connection on which nothing waits; undefined for any other */
function idleStreamOf(socket: Socket): { write(frame: Buffer): boolean } | undefined {
  const { readyState, upgrading, writeBuffer, transport } = socket.conn as unknown as Connection;
  if (readyState !== 'open' || upgrading || writeBuffer.length > 0) return undefined;
  if (transport.name !== 'websocket' || !transport.writable) return undefined;
  const connection = transport.socket;
  const isIdle = connection?.readyState === OPEN && connection.bufferedAmount === 0;
  return isIdle ? connection._socket : undefined;
}
