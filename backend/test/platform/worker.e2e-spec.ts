import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { call } from '../support/client.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';

let worker: TestApp;

beforeAll(async () => {
  worker = await startApp({ env: { ROLE: 'worker' } });
});

afterAll(() => worker.close());

it('a worker serves its metrics and its health', async () => {
  const metrics = await fetch(`${worker.url}/metrics`);
  expect(await metrics.text()).toContain('resq_build_info');
  expect((await call(worker, 'GET /health/live')).status).toBe(200);
  expect((await call(worker, 'GET /health/ready')).status).toBe(200);
});

it.each(['/', '/metrics/x', '/logga-in', '/socket.io/', '/api/docs.json', '/api/auth/session'])(
  'a worker has nothing at %s',
  async (path) => {
    expect((await fetch(`${worker.url}${path}`)).status).toBe(404);
  },
);

it('a worker neither opens the gate nor signs anybody in', async () => {
  const code = { code: 'DEMO-2026', sessionId: randomUUID() };
  const opened = await call(worker, 'POST /gate/validate-code', { body: code });
  const account = { email: 'anna@resq.example', password: 'demo-storgatan-12' };
  const signedIn = await call(worker, 'POST /auth/sign-in', { body: account });
  expect([opened.body.error.code, signedIn.body.error.code]).toEqual(
    Array(2).fill('request.not_found'),
  );
});

it('a worker refuses the upgrade of a socket', async () => {
  const address = `${worker.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { headers: { origin: ORIGIN } });
  const [, response] = (await Promise.race([
    once(socket, 'unexpected-response'),
    once(socket, 'open').then(() => Promise.reject(new Error('the socket was admitted'))),
  ])) as [unknown, IncomingMessage];
  response.destroy();
  expect(response.statusCode).toBe(404);
});
