import type { Socket as NetSocket } from 'node:net';
import type { Socket } from 'socket.io';
import { WebSocket } from 'ws';

/**
 * The releases whose inner parts are used here, and nowhere else. After an update of either, read again
 * how they queue and flush packets; the tests of the broadcast hold the order.
 */
export const CHECKED_AGAINST = { 'engine.io': '6.6.11', ws: '8.23.0' };

/** The parts of Engine.IO below Socket.IO; its transport does not export the type of its socket. */
interface Connection {
  writeBuffer: { data?: string | Buffer }[];
  transport: Transport;
}

interface Transport {
  name: string;
  readyState: string;
  writable: boolean;
  socket?: WebSocket & { _socket?: NetSocket };
}

type Connected = Pick<Socket, 'conn'>;

const connectionOf = ({ conn }: Connected): Connection => conn as unknown as Connection;

/**
 * The parts of a connection that a write past Socket.IO needs. They are looked up once, because each
 * object on the way to them would cost a broadcast a wait for the memory.
 */
export interface DirectLine {
  readonly socket: Socket;
  readonly transport: Transport;
  readonly webSocket: WebSocket | undefined;
  readonly stream: NetSocket | undefined;
}

export function directLineOf(socket: Socket): DirectLine {
  const { transport } = connectionOf(socket);
  const webSocket = transport.name === 'websocket' ? transport.socket : undefined;
  return { socket, transport, webSocket, stream: webSocket?._socket };
}

/**
 * @returns the stream, when a frame that is written to it now comes after all that was sent before:
 *   Engine.IO queues packets only while its transport is not writable, and flushes them when it is.
 *   Undefined otherwise, and when a new version of ws keeps its stream elsewhere.
 */
export const clearStreamOf = ({ transport, webSocket, stream }: DirectLine) =>
  transport.writable && transport.readyState === 'open' && webSocket?.readyState === WebSocket.OPEN
    ? stream
    : undefined;

/** RFC 6455, section 5.2: a final text frame, and the lengths from which two and eight bytes follow. */
const FINAL_TEXT = 0x81;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;
const TWO_BYTES_MAX = 0xffff;

/** @returns the text as one unmasked frame in one buffer, as a server sends it */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < TWO_BYTES ? 2 : length <= TWO_BYTES_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = TWO_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = EIGHT_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

/** @returns the bytes buffered for the client, which Socket.IO buffers without a limit */
export function unsentBytes(socket: Connected): number {
  const { writeBuffer, transport } = connectionOf(socket);
  const waiting = writeBuffer.reduce((bytes, { data }) => bytes + (data?.length ?? 0), 0);
  return waiting + (transport.socket?.bufferedAmount ?? 0);
}

/**
 * A connection is not read for this long after so many refusals, so that TCP slows the sender down.
 * Without the pause a flood takes a whole core for as long as it lasts. The number of refusals is far
 * beyond any tab's, so a pause never delays a press.
 */
const PAUSE_MS = 250;
const PAUSE_AFTER_REFUSALS = 20;

/** @returns a function to call for each event above a limit. What has arrived already is still handled. */
export function floodBrake(socket: Connected): () => void {
  let refused = 0;
  return () => {
    refused += 1;
    if (refused % PAUSE_AFTER_REFUSALS > 0) return;
    const webSocket = connectionOf(socket).transport.socket;
    webSocket?.pause();
    setTimeout(() => webSocket?.resume(), PAUSE_MS).unref();
  };
}

/** Closes without a closing handshake, which would wait behind the unread data. */
export function terminate(socket: Connected): void {
  connectionOf(socket).transport.socket?.terminate();
}

/** Refusals are sent together at this interval, because each write costs a system call. */
const BATCH_MS = 20;

/** @returns a function that begins a batch unless one is open; its writes leave together */
export function writeBatcher(socket: Connected): () => void {
  let isOpen = false;
  return () => {
    const stream = connectionOf(socket).transport.socket?._socket;
    if (isOpen || !stream) return;
    isOpen = true;
    stream.cork();
    setTimeout(() => {
      isOpen = false;
      stream.uncork();
    }, BATCH_MS);
  };
}
