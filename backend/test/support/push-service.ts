import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import jsonwebtoken from 'jsonwebtoken';
import type { PushBody, PushSubscriptionRequest } from '../../src/contract/push.js';
import { CERTIFICATE, CERTIFICATE_KEY } from './push-certificate.js';
import { ARRIVES_MS, until } from './wait-until.js';

export interface ReceivedPush {
  subscription: TestSubscription;
  headers: IncomingHttpHeaders;
  /** The claims of the VAPID token, whose signature was verified. */
  vapid: { aud: string; exp: number; sub: string; key: string };
  body: PushBody;
  /** By `performance.now()`. */
  atMs: number;
}

/** `hang` never answers. */
export type Behaviour = { status: number; headers?: Record<string, string> } | 'hang';

/** A browser's subscription, with the private key that only the browser has. */
export class TestSubscription {
  readonly id = randomBytes(8).toString('hex');
  behaviour: Behaviour = { status: 201 };
  readonly received: ReceivedPush[] = [];
  private readonly pair = createECDH('prime256v1');
  private readonly auth = randomBytes(16);

  constructor(private readonly origin: string) {
    this.pair.generateKeys();
  }

  get endpoint(): string {
    return `${this.origin}/push/${this.id}`;
  }

  request(deviceId: string): PushSubscriptionRequest {
    const p256dh = this.pair.getPublicKey('base64url');
    const keys = { p256dh, auth: this.auth.toString('base64url') };
    return { deviceId, endpoint: this.endpoint, keys };
  }

  /** Decrypts one record of `aes128gcm` (RFC 8188), as RFC 8291 derives its keys. */
  decrypt(message: Buffer): PushBody {
    const salt = message.subarray(0, 16);
    const keyLength = message.readUInt8(20);
    const sender = message.subarray(21, 21 + keyLength);
    const shared = this.pair.computeSecret(sender);
    const derive = (from: Buffer, by: Buffer, info: Buffer, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', from, by, info, length));
    const info = [Buffer.from('WebPush: info\0'), this.pair.getPublicKey(), sender];
    const secret = derive(shared, this.auth, Buffer.concat(info), 32);
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const content = message.subarray(21 + keyLength);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(content.subarray(-16));
    const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    return JSON.parse(padded.subarray(0, end).toString('utf8')) as PushBody;
  }
}

/** A push service of the tests, over HTTPS. It checks what the browsers' own check. */
export class PushService {
  readonly received: ReceivedPush[] = [];
  /** The faults of the requests; a test expects none. */
  readonly faults: unknown[] = [];
  /** The number of connections, whether a request followed or not. */
  connections = 0;
  private readonly subscriptions = new Map<string, TestSubscription>();

  private constructor(private readonly server: Server) {}

  /** @param port 0 for any that is free */
  static async start(port = 0): Promise<PushService> {
    const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY });
    const service = new PushService(server);
    server.on('connection', () => (service.connections += 1));
    server.on('request', (request, response) => void service.serve(request, response));
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
    return service;
  }

  get host(): string {
    return `localhost:${(this.server.address() as AddressInfo).port}`;
  }

  newSubscription(): TestSubscription {
    const subscription = new TestSubscription(`https://${this.host}`);
    this.subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  /** Waits until the subscription has received that many pushes. */
  async until(subscription: TestSubscription, count = 1): Promise<ReceivedPush> {
    await until(
      `push number ${count}, after faults ${JSON.stringify(this.faults.map(String))}`,
      ARRIVES_MS,
      () => subscription.received.length >= count,
    );
    return subscription.received[count - 1]!;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(() => closed()));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const subscription = this.subscriptions.get(request.url?.split('/')[2] ?? '');
    if (!subscription) {
      this.faults.push(new Error(`unknown subscription at ${request.method} ${request.url}`));
      return void response.writeHead(404).end();
    }
    try {
      const { headers } = request;
      const vapid = this.verify(headers.authorization ?? '');
      const body = subscription.decrypt(Buffer.concat(chunks));
      const push = { subscription, headers, vapid, body, atMs: performance.now() };
      subscription.received.push(push);
      this.received.push(push);
    } catch (error) {
      this.faults.push(error);
      return void response.writeHead(403).end();
    }
    const { behaviour } = subscription;
    if (behaviour === 'hang') return;
    response.writeHead(behaviour.status, behaviour.headers).end();
  }

  /** Checks the signature of RFC 8292, by the key that the header names. */
  private verify(authorization: string): ReceivedPush['vapid'] {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
    const point = Buffer.from(key, 'base64url');
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    const options = { algorithms: ['ES256' as const], audience: `https://${this.host}` };
    const claims = jsonwebtoken.verify(token, publicKey, options) as { exp: number; sub: string };
    return { ...claims, aud: options.audience, key };
  }
}
