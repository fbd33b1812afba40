import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { WebSocket } from 'ws';
import type { Person } from '../clients/http.js';
import { Prng } from '../schedule/prng.js';
import { until } from '../../../support/wait-until.js';
import type { Door } from '../../../support/entry-points.js';
import { drawForAddress, drawPayload, type ValidValues } from './hostile-values.js';

const ANSWER_MS = 20_000;
const STACK = /\bat .*\.[tj]s:\d|node_modules|QueryFailedError/;
const HEADERS: Record<string, string>[] = [
  { 'content-encoding': 'lzma' },
  { 'content-encoding': 'gzip' },
  { 'content-type': 'application/json; charset=klingon' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { authorization: 'Bearer x.y.z' },
  { authorization: 'Basic \u00e5' },
  { cookie: 'resq_rt=%; resq_rt=%E5' },
  { 'x-resq': '1', origin: 'null' },
  { range: 'bytes=9-1' },
  { 'if-none-match': '"' },
  { accept: ',,;q=' },
];

export interface Findings {
  /** The number of cases by answer: an HTTP status, an error code, or "closed". */
  answers: Record<string, number>;
  /** Failures of the server: 5xx, a stack, or no answer at all. */
  failures: string[];
}

interface Attack {
  url: string;
  origin: string;
  seed: number;
  cases: number;
  valid: ValidValues;
}

/** Sends random requests to every route in turn, one after the other. */
export async function attackRoutes(
  { url, seed, cases, valid }: Attack,
  routes: Door[],
  person: Person,
): Promise<Findings> {
  const prng = new Prng(seed);
  const findings: Findings = { answers: {}, failures: [] };
  for (let n = 0; n < cases; n += 1) {
    const route = routes[n % routes.length]!;
    const [method = '', pattern = ''] = route.name.split(' ');
    // A removal with a valid id would end the attacker's own rights.
    const id = method === 'DELETE' ? () => randomUUID() : valid['id']!;
    const path = pattern.replace(/:(\w+)/g, (_all, name: string) =>
      drawForAddress(prng, valid[name] ?? id),
    );
    const query = route.query
      .filter(() => prng.next() < 0.7)
      .map((field) => `${field}=${drawForAddress(prng, valid[field] ?? id)}`);
    const headers = {
      ...(prng.next() < 0.9 && { authorization: `Bearer ${person.token}` }),
      ...(prng.next() < 0.15 && prng.pick(HEADERS)),
    };
    const body = method === 'GET' ? undefined : drawPayload(prng, route.body, valid);
    const address = `/api${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
    const answer = await send(url, method, address, headers, body);
    // On a busy machine the proof that an alarm can be saved may come too late.
    const isUnready = answer.status === 503 && path === '/health/ready';
    const isFailure = (answer.status >= 500 && !isUnready) || STACK.test(answer.text);
    record(findings, answer.status, isFailure, () =>
      [seed, n, method, address, Object.keys(headers), body, answer.text].join(' '),
    );
  }
  return findings;
}

function send(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve) => {
    // A connection of its own, because the server closes it after refusing a large body.
    const options = { hostname, port, method, path, agent: false, timeout: ANSWER_MS };
    const asked = request({ ...options, headers: { ...type, ...headers } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 599, text }));
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', (error) => resolve({ status: 599, text: String(error) }));
    asked.end(body);
  });
}

/** Sends random frames with every event in turn, and reconnects when the server closes. */
export async function attackEvents(
  { url, origin, seed, cases, valid }: Attack,
  events: Door[],
  person: Person,
): Promise<Findings> {
  const prng = new Prng(seed);
  const findings: Findings = { answers: {}, failures: [] };
  let socket: FrameSocket | undefined;
  for (let n = 0; n < cases; n += 1) {
    socket = socket?.isOpen ? socket : await FrameSocket.open(url, origin, person.token);
    const event = events[n % events.length]!;
    const frame = drawFrame(prng, event, valid);
    const answer = await socket.ask(frame);
    const code = /"code":"([^"]+)"/.exec(answer)?.[1] ?? (/"ok":true/.test(answer) ? 'ok' : answer);
    const isFailure = /system\.|not_kept|no answer/.test(code) || STACK.test(answer);
    record(findings, code, isFailure, () => [seed, n, frame, answer].join(' '));
  }
  socket?.close();
  return findings;
}

const ID = 7;

function drawFrame(prng: Prng, { name, body }: Door, valid: ValidValues): string {
  const payload = drawPayload(prng, body, valid);
  const draw = prng.next();
  if (draw < 0.8) return `42${ID}["${name}",${payload}]`;
  return prng.pick([
    `42["${name}",${payload}]`,
    `42${ID}["${name}"]`,
    `42${ID}["${name}",${payload},${payload}]`,
    `42${ID}["unknown",${payload}]`,
    `42${ID}["disconnect",${payload}]`,
    `42${ID}[1,${payload}]`,
    `42${ID}[{},${payload}]`,
    `40${payload}`,
    `41`,
    `43${ID}[${payload}]`,
    `44${payload}`,
    `451-${ID}["${name}",{"_placeholder":true,"num":0}]`,
    `42/other,${ID}["${name}",${payload}]`,
    payload,
  ]);
}

/** A connection that sends frames exactly as drawn. */
class FrameSocket {
  private received = '';

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => (this.received += `${data.toString()}\n`));
    socket.on('error', () => undefined);
  }

  static async open(url: string, origin: string, token: string): Promise<FrameSocket> {
    const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const opened = new FrameSocket(new WebSocket(address, { origin }));
    await opened.until(/^0\{/m);
    opened.socket.send(`40${JSON.stringify({ token, deviceId: randomUUID() })}`);
    await opened.until(/^40\{/m);
    return opened;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /**
   * Sends a frame and then a valid question. The server handles frames in order, so an answer to
   * the question shows that it has survived the frame.
   * @returns the answer to the frame, "silent", "closed" or "no answer"
   */
  async ask(frame: string): Promise<string> {
    this.received = '';
    this.socket.send(frame);
    this.socket.send(`42${ID + 1}["auth:renew",{}]`);
    try {
      await until('an answer', ANSWER_MS, () => !this.isOpen || this.isAnswered(frame));
    } catch {
      return 'no answer';
    }
    const own = new RegExp(`^43${ID}\\[.*$`, 'm').exec(this.received)?.[0];
    return own ?? (this.isOpen ? 'silent' : 'closed');
  }

  close(): void {
    this.socket.close();
  }

  private isAnswered(frame: string): boolean {
    const isAsked = this.received.includes(`43${ID + 1}[`);
    // The answer to a known event may take longer than the one to the question.
    const isKnown = new RegExp(`^42${ID}\\["(alarm|device|auth):`).test(frame);
    return isAsked && (!isKnown || this.received.includes(`43${ID}[`));
  }

  private until(pattern: RegExp): Promise<void> {
    return until(String(pattern), ANSWER_MS, () => pattern.test(this.received));
  }
}

function record(
  { answers, failures }: Findings,
  answer: string | number,
  isFailure: boolean,
  describe: () => string,
): void {
  answers[answer] = (answers[answer] ?? 0) + 1;
  if (isFailure) failures.push(describe().slice(0, 1_000));
}
