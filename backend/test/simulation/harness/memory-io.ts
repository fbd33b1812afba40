import { EventEmitter } from 'node:events';
import type { AlarmSocket } from '../../../src/modules/alarms/live/socket.js';
import { jsonCopy } from './json-copy.js';
import type { Scheduler } from './scheduler.js';

export type Receive = (name: string, payload: unknown) => void;

/** A slow phone cannot take a larger message before its ping times out. */
const LARGEST_BYTES = 80 * 1_024;

/** The text of JSON is long to write, so it is written only where long texts are. */
function isTooLarge(message: unknown): boolean {
  return textIn(message) > LARGEST_BYTES / 2 && JSON.stringify(message).length > LARGEST_BYTES;
}

/** @returns the length of all texts in a value */
function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + textIn(item), 0);
}

/** A connection, with its ends at the server and at the tab. Messages arrive in their order. */
export class Connection {
  /** True when nothing arrives any more and neither end knows it. */
  isHalfOpen = false;
  isOpen = true;

  constructor(
    private readonly scheduler: Scheduler,
    readonly id: string,
    private readonly tab: string,
    readonly userId: string,
    private readonly receive: Receive,
    private readonly lost: (isTooLarge: boolean) => void,
  ) {}

  /** Sends a message to the tab. */
  send(name: string, payload: unknown): void {
    if (!this.isOpen || this.isHalfOpen) return;
    const copy = jsonCopy(payload);
    const run = (): void => {
      if (!this.isOpen || this.isHalfOpen) return;
      if (isTooLarge(copy)) return this.close(true);
      this.receive(name, copy);
    };
    const label = (): string => `${name} ${JSON.stringify(copy)}`;
    this.scheduler.post({ owner: this.tab, lane: this.id, label, run });
  }

  /** Ends the connection; what is on its way is lost. */
  close(isTooLarge = false): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.scheduler.drop(({ lane }) => lane === this.id);
    this.lost(isTooLarge);
  }
}

/** The part of a Socket.IO server that the alarm's classes use, for one node. */
export class MemoryIo {
  readonly sockets = new Map<string, MemorySocket>();
  readonly rooms = new Map<string, Set<string>>();
  readonly adapter = Object.assign(new EventEmitter(), { rooms: this.rooms });
  private listener: (signal: unknown) => void = () => undefined;

  constructor(private readonly toOthers: (signal: unknown) => void) {}

  readonly local = {
    to: (room: string): { emit: Receive } => ({
      emit: (name, payload) => {
        for (const id of this.rooms.get(room) ?? []) this.sockets.get(id)?.emit(name, payload);
      },
    }),
  };

  of(): this {
    return this;
  }

  on(_event: string, listener: (signal: unknown) => void): void {
    this.listener = listener;
  }

  serverSideEmit(_event: string, signal: unknown): void {
    this.toOthers(signal);
  }

  receive(signal: unknown): void {
    this.listener(signal);
  }

  remove(id: string): void {
    this.sockets.delete(id);
    for (const [room, ids] of this.rooms) {
      if (!ids.delete(id)) continue;
      this.adapter.emit('leave-room', room);
      if (ids.size === 0) this.rooms.delete(room);
    }
  }
}

/** The server's end of a connection. */
export class MemorySocket {
  readonly rooms = new Set<string>();
  readonly conn = { close: (): void => this.connection.close(), transport: { name: 'memory' } };
  readonly data: Pick<AlarmSocket['data'], 'actor' | 'cursors'>;

  constructor(
    private readonly io: MemoryIo,
    readonly connection: Connection,
    cursors: AlarmSocket['data']['cursors'],
  ) {
    const { userId } = connection;
    const actor = { userId, sessionId: userId, email: '', roles: [] };
    this.data = { actor, cursors };
    io.sockets.set(connection.id, this);
  }

  emit(name: string, payload: unknown): void {
    this.connection.send(name, payload);
  }

  join(room: string): Promise<void> {
    this.rooms.add(room);
    this.io.rooms.set(room, (this.io.rooms.get(room) ?? new Set()).add(this.connection.id));
    this.io.adapter.emit('join-room', room);
    return Promise.resolve();
  }

  leave(room: string): Promise<void> {
    this.rooms.delete(room);
    const ids = this.io.rooms.get(room);
    if (ids?.delete(this.connection.id)) this.io.adapter.emit('leave-room', room);
    if (ids?.size === 0) this.io.rooms.delete(room);
    return Promise.resolve();
  }
}
