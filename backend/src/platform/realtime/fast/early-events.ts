import type { Socket } from 'socket.io';
import type { WebSocket } from 'ws';
import { clearStreamOf, directLineOf, type DirectLine } from './direct-line.js';
import { firstMessageAtOnce } from './first-message.js';
import { ENGINE_MESSAGE, textFrame } from './text-frame.js';

/** The parts of Engine.IO between a text and its event; it exports no types for them. */
interface Engine {
  readyState: string;
  transport: { name: string; socket?: WebSocket };
  write(packet: string): void;
  onPacket(packet: { type: 'noop' }): void;
}

export interface EarlyEvents {
  /** @returns whether `take` may take an event of this name */
  has(event: string): boolean;
  /** @returns false when Socket.IO shall handle the event after all */
  take(event: string, payload: unknown, acknowledge: (ack: object) => void): boolean;
}

/** An event of the main namespace with an id and one object: `421["name",{...}]`. */
const EVENT = /^42(\d{1,9})\["([a-z:]{1,40})",(?=\{)/;
const END = ']';
const MESSAGE = '4'.charCodeAt(0);
const EVENT_TYPE = '2'.charCodeAt(0);
/** Socket.IO's packet type "ACK". */
const ACK = '3';

/**
 * Reads the usual form of a connection's frequent events before Socket.IO does, whose way from a text
 * to an event costs more than a receipt's own work. Everything else goes to Socket.IO.
 */
export function readEarly(socket: Socket, events: EarlyEvents): void {
  const engine = socket.conn as unknown as Engine;
  const { name, socket: connection } = engine.transport;
  const [read] = connection?.listeners('message') ?? [];
  if (name !== 'websocket' || !connection || !read) return;
  const line = directLineOf(socket);
  const isTaken = (text: string): boolean => {
    const [head = '', id = '', event = ''] = EVENT.exec(text) ?? [];
    if (!events.has(event) || !text.endsWith(END)) return false;
    const payload = parse(text.slice(head.length, -END.length));
    return payload !== undefined && events.take(event, payload, (ack) => send(line, id, ack));
  };
  connection.off('message', read as () => void);
  const began = firstMessageAtOnce(connection);
  connection.on('message', (data: Buffer, isBinary: boolean) => {
    began();
    const isEvent = !isBinary && data[0] === MESSAGE && data[1] === EVENT_TYPE;
    if (isEvent && isOpen(socket) && isTaken(data.toString())) {
      // Every packet is a sign of life to Engine.IO.
      engine.onPacket({ type: 'noop' });
    } else read.call(connection, data, isBinary);
  });
}

const isOpen = ({ connected, conn }: Socket): boolean =>
  connected && (conn as unknown as Engine).readyState === 'open';

function send(line: DirectLine, id: string, ack: object): void {
  const packet = `${ACK}${Number(id)}${JSON.stringify([ack])}`;
  const stream = clearStreamOf(line);
  if (stream) stream.write(textFrame(ENGINE_MESSAGE + packet));
  else (line.socket.conn as unknown as Engine).write(packet);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
