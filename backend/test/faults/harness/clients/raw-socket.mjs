// @ts-check
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/**
 * A minimal client for Socket.IO protocol 5 over RFC 6455. It uses little CPU and shares no code
 * with the server's implementation.
 */
const TEXT = 0x81;
const HEAD_END = '\r\n\r\n';

/**
 * @typedef {object} Tab
 * @property {object} auth of the handshake
 * @property {(name: string, payload: any) => void} onEvent
 * @property {() => void} onEnd called once, when the connection is refused or lost
 */

export class RawSocket {
  /** @type {Buffer} */ rest = Buffer.alloc(0);
  upgraded = false;
  over = false;

  /**
   * @param {string} url
   * @param {string} origin
   * @param {Tab} tab
   */
  constructor(url, origin, tab) {
    this.tab = tab;
    const { hostname, port, host } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.socket.on('connect', () =>
      this.socket.write(
        [
          'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
          `Host: ${host}`,
          `Origin: ${origin}`,
          'Upgrade: websocket',
          'Connection: Upgrade',
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
          'Sec-WebSocket-Version: 13',
        ].join('\r\n') + HEAD_END,
      ),
    );
    this.socket.on('data', (chunk) => this.read(chunk));
    this.socket.on('error', () => this.socket.destroy());
    this.socket.on('close', () => this.end());
  }

  /**
   * @param {number} id of the acknowledgement
   * @param {string} name
   * @param {object} payload
   */
  ask(id, name, payload) {
    this.send(`42${id}${JSON.stringify([name, payload])}`);
  }

  end() {
    if (this.over) return;
    this.over = true;
    this.socket.destroy();
    this.tab.onEnd();
  }

  /** @param {Buffer} chunk */
  read(chunk) {
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    if (!this.upgraded) {
      const end = this.rest.indexOf(HEAD_END);
      if (end < 0) return;
      if (!this.rest.toString('latin1', 0, 12).endsWith(' 101')) return this.end();
      this.rest = this.rest.subarray(end + HEAD_END.length);
      this.upgraded = true;
    }
    while (!this.over) {
      const frame = frameOf(this.rest);
      if (!frame) return;
      this.rest = this.rest.subarray(frame.end);
      // The only other frame that the server sends is the closing one.
      if (frame.head !== TEXT) return this.end();
      this.take(frame.text);
    }
  }

  /** @param {string} text */
  take(text) {
    if (text[0] === '0') return this.send(`40${JSON.stringify(this.tab.auth)}`);
    if (text[0] === '2') return this.send('3');
    if (text.startsWith('42')) {
      const [name, payload] = parse(text.slice(2));
      this.tab.onEvent(name, payload);
    } else if (text === '1' || text === '41' || text.startsWith('44')) this.end();
  }

  /** RFC 6455 requires a mask; zeros leave the text as it is. @param {string} text */
  send(text) {
    if (this.over) return;
    const bytes = Buffer.from(text);
    const length =
      bytes.length < 126 ? [0x80 + bytes.length] : [0xfe, bytes.length >> 8, bytes.length & 0xff];
    this.socket.write(Buffer.concat([Buffer.from([TEXT, ...length, 0, 0, 0, 0]), bytes]));
  }
}

/** All sockets in a room receive the same text, so it is parsed once. */
let last = { text: '', parsed: /** @type {[string, any]} */ (['', undefined]) };

/** @param {string} text */
function parse(text) {
  if (text !== last.text) last = { text, parsed: JSON.parse(text) };
  return last.parsed;
}

/** @param {Buffer} bytes @returns the first frame; undefined while it is incomplete */
function frameOf(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] ?? 0;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return undefined;
  let length = short;
  if (short === 126) length = bytes.readUInt16BE(2);
  if (short === 127) length = Number(bytes.readBigUInt64BE(2));
  const end = start + length;
  if (bytes.length < end) return undefined;
  return { head: bytes[0], end, text: bytes.toString('utf8', start, end) };
}
