import type { AlarmSocket } from '../socket.js';

const LIMIT_BYTES = 256 * 1024;
const LIMIT_MS = 5_000;

/** The parts of engine.io and ws that hold unsent data; neither exports their types. */
interface Connection {
  writeBuffer: { data?: string | Buffer }[];
  transport: {
    socket?: { bufferedAmount: number; terminate(): void; pause(): void; resume(): void };
  };
}

/**
 * Finds clients that no longer read. Socket.IO buffers everything for them in this process's
 * memory, without a limit.
 */
export class SlowConsumers {
  private readonly since = new WeakMap<AlarmSocket, number>();

  /** @returns the sockets whose backlog was over the limit in every call of the last 5 s */
  tooSlow(sockets: AlarmSocket[], nowMs: number): AlarmSocket[] {
    return sockets.filter((socket) => {
      if (unsentBytes(socket) <= LIMIT_BYTES) {
        this.since.delete(socket);
        return false;
      }
      const since = this.since.get(socket) ?? nowMs;
      this.since.set(socket, since);
      return nowMs - since >= LIMIT_MS;
    });
  }
}

/** @returns the bytes buffered for the client in engine.io and ws */
export function unsentBytes(socket: AlarmSocket): number {
  const { writeBuffer, transport } = socket.conn as unknown as Connection;
  const waiting = writeBuffer.reduce((bytes, { data }) => bytes + (data?.length ?? 0), 0);
  return waiting + (transport.socket?.bufferedAmount ?? 0);
}

/** Stops reading from the client for `ms`. What has arrived already is still handled. */
export function pauseReading(socket: AlarmSocket, ms: number): void {
  const connection = (socket.conn as unknown as Connection).transport.socket;
  connection?.pause();
  setTimeout(() => connection?.resume(), ms).unref();
}

/** Closes without a closing handshake, which would wait behind the unread data. */
export function cut(socket: AlarmSocket): void {
  (socket.conn as unknown as Connection).transport.socket?.terminate();
}
