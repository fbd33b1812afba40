// @ts-check
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/** RFC 6455, section 1.3: what a server adds to the key before it hashes it. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const FINAL_TEXT = 0x81;
const CLOSE = 8;
const PING = 9;
const MASKED = 0x80;
const TWO_BYTES = 126;
const HEAD_END = '\r\n\r\n';
/** Random values protect caches between client and server, of which the bench has none: one of each will do. */
const KEY = randomBytes(16).toString('base64');
const MASK = randomBytes(4);
const ACCEPT = createHash('sha1')
  .update(KEY + GUID)
  .digest('base64');

/**
 * A WebSocket client that costs a fraction of one of ws, because the clients of the bench share the
 * cores with the servers that they measure. It sends short, masked texts and receives unfragmented
 * texts; at anything else it fails. It opens and behaves towards all servers in the same way.
 */
export class LightSocket {
  /** @type {(text: string) => void} */
  onText = () => undefined;
  /** @type {() => void} */
  onOpen = () => undefined;
  /** Called once, when the connection ends otherwise than by `terminate`. @type {(error: Error) => void} */
  onEnd = () => undefined;
  #isOpen = false;
  /** @type {Buffer} */
  #unread = Buffer.alloc(0);

  /** @param {{ port: number, path: string, origin: string }} address on this machine */
  constructor({ port, path, origin }) {
    this.stream = connect({ port, host: '127.0.0.1', noDelay: true });
    this.stream.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\n` +
        `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${KEY}${HEAD_END}`,
    );
    this.stream.on('data', (data) => this.#read(data));
    this.stream.on('error', (error) => this.onEnd(error));
    this.stream.on('close', () => this.onEnd(new Error('the server has closed the connection')));
  }

  /** @param {string} text of less than 64 KB */
  send(text) {
    const length = Buffer.byteLength(text);
    const head = length < TWO_BYTES ? 6 : 8;
    const frame = Buffer.allocUnsafe(head + length);
    frame[0] = FINAL_TEXT;
    frame[1] = MASKED | Math.min(length, TWO_BYTES);
    if (head === 8) frame.writeUInt16BE(length, 2);
    MASK.copy(frame, head - 4);
    frame.write(text, head);
    for (let n = 0; n < length; n += 1) {
      frame[head + n] = Number(frame[head + n]) ^ Number(MASK[n & 3]);
    }
    this.stream.write(frame);
  }

  terminate() {
    this.onEnd = () => undefined;
    this.stream.destroy();
  }

  /** @param {Buffer} data */
  #read(data) {
    let unread = this.#unread.length > 0 ? Buffer.concat([this.#unread, data]) : data;
    if (!this.#isOpen) {
      const end = unread.indexOf(HEAD_END);
      if (end >= 0) this.#open(unread.toString('latin1', 0, end));
      unread = end < 0 ? unread : unread.subarray(end + HEAD_END.length);
    }
    while (this.#isOpen) {
      const frame = frameOf(unread);
      if (!frame) break;
      unread = unread.subarray(frame.end);
      this.#receive(frame);
    }
    this.#unread = unread;
  }

  /** @param {string} head of the server's answer */
  #open(head) {
    if (!head.startsWith('HTTP/1.1 101 ') || !head.includes(ACCEPT)) {
      this.stream.destroy(new Error(`no WebSocket: ${head}`));
      return;
    }
    this.#isOpen = true;
    this.onOpen();
  }

  /** @param {{ first: number, payload: Buffer }} frame */
  #receive({ first, payload }) {
    if (first === FINAL_TEXT) this.onText(payload.toString());
    else this.stream.destroy(new Error(`unexpected frame ${nameOf(first & 0xf)}: ${payload}`));
  }
}

/** @param {number} opcode */
const nameOf = (opcode) => (opcode === CLOSE ? 'close' : opcode === PING ? 'ping' : `${opcode}`);

/** @param {Buffer} data @returns its first frame and where that ends; undefined until all of it is there */
function frameOf(data) {
  if (data.length < 2) return undefined;
  const short = Number(data[1]);
  const head = short < TWO_BYTES ? 2 : short === TWO_BYTES ? 4 : 10;
  if (data.length < head) return undefined;
  const length =
    head === 2 ? short : head === 4 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
  const end = head + length;
  if (data.length < end) return undefined;
  return { first: Number(data[0]), payload: data.subarray(head, end), end };
}
