import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { call, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** Invalid input is answered with the contract's error and changes nothing. */

let app: TestApp;
let karl: Person;

beforeAll(async () => {
  app = await freshApp();
  karl = await signIn(app, 'karl');
});

const good = (): object => ({ alarmId: randomUUID(), type: 'fire' });

async function traces(): Promise<unknown> {
  return app.database.query(
    `select (select count(*) from alarms) + (select count(*) from alarm_events)
          + (select count(*) from presses) + (select count(*) from outbox) as rows`,
  );
}

describe('an invalid alarm', () => {
  it.each<[string, unknown, number, string]>([
    ['no body', undefined, 400, 'request.invalid'],
    ['an empty object', {}, 400, 'request.invalid'],
    ['no type', { alarmId: randomUUID() }, 400, 'request.invalid'],
    ['an unknown type', { ...good(), type: 'flood' }, 400, 'request.invalid'],
    ['a type that is no text', { ...good(), type: ['fire'] }, 400, 'request.invalid'],
    ['an id that is no UUID', { ...good(), alarmId: '1' }, 400, 'request.invalid'],
    ['an id that is an object', { ...good(), alarmId: { $ne: 1 } }, 400, 'request.invalid'],
    ['a text for a boolean', { ...good(), separate: 'yes' }, 400, 'request.invalid'],
    ['an unknown property', { ...good(), status: 'resolved' }, 400, 'request.invalid'],
    ['a list', [good()], 400, 'request.invalid'],
    ['a __proto__ property', '{"__proto__":{"type":"fire"},"alarmId":"x"}', 400, 'request.invalid'],
    ['broken JSON', '{"alarmId":', 400, 'request.invalid'],
    ['a bare JSON string', '"fire"', 400, 'request.invalid'],
    ['deep nesting', '['.repeat(9_000) + ']'.repeat(9_000), 400, 'request.invalid'],
    ['a megabyte', { ...good(), note: 'a'.repeat(1_000_000) }, 413, 'request.too_large'],
  ])('is refused with %s', async (_case, body, status, code) => {
    const before = await traces();
    const answer = await call(app, `POST /buildings/${karl.buildingId}/alarms`, {
      token: karl.token,
      body,
    });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body.error.requestId).toBe(answer.headers.get('x-request-id'));
    expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.(ts|js):|node_modules/);
    expect(await traces()).toEqual(before);
  });

  it('is answered with the field and the limit in Swedish', async () => {
    const { body } = await call(app, `PATCH /alarms/${randomUUID()}`, {
      token: karl.token,
      body: { note: 'a'.repeat(141) },
    });
    expect(body.error.fields).toEqual({ note: 'Texten får max vara 140 tecken' });
  });
});

describe('a request', () => {
  it.each([
    ['GET /nowhere', 404, 'request.not_found'],
    ['GET /buildings/1/events', 400, 'request.invalid'],
    [`GET /buildings/${randomUUID()}/events`, 403, 'building.not_a_member'],
    [`GET /alarms/${randomUUID()}`, 404, 'alarm.not_found'],
    ['GET /alarms/1', 400, 'request.invalid'],
    [`POST /alarms/${randomUUID()}/responses`, 400, 'request.invalid'],
  ])('to %s is answered with %i', async (route, status, code) => {
    const answer = await call(app, route, { token: karl.token });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it.each([
    'after=-1',
    'after=x',
    'after=1&after=2',
    'after=1e99',
    'limit=1',
    `epoch=${'a'.repeat(65)}`,
  ])('with the query %s is refused', async (query) => {
    const { status } = await call(app, `GET /buildings/${karl.buildingId}/events?${query}`, karl);
    expect(status).toBe(400);
  });

  it.each(["2026-01-01T00:00:00.000Z_'; drop table alarms; --", 'x', '2026-01-01'])(
    'with the history cursor %s is refused',
    async (before) => {
      const path = `GET /buildings/${karl.buildingId}/alarms?before=${encodeURIComponent(before)}`;
      expect((await call(app, path, karl)).status).toBe(400);
    },
  );
});

describe('the server', () => {
  it.each(['POST /', 'DELETE /nowhere', 'GET /metrics/', 'GET /socket.io'])(
    'answers %s, which is no address, as it answers those of the API',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const answer = await fetch(app.url + path, { method });
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { error: { code: 'request.not_found' } },
      ]);
    },
  );

  it.each([
    ['GET /api/health/live', '', /^HTTP\/1\.1 200 /],
    ['POST /api/auth/sign-in', '{"email":"karl"}', /^HTTP\/1\.1 400 [^]*"password":/],
  ])('answers %s that asks for HTTP/2 as any other', async (route, body, expected) => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const asked = `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk`;
    const length = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
    socket.write(`${route} HTTP/1.1\r\nHost: ${hostname}\r\n${asked}\r\n${length}\r\n\r\n${body}`);
    const answer = await Promise.race([once(socket, 'data'), once(socket, 'end')]);
    socket.destroy();
    expect(String(answer)).toMatch(expected);
  });

  it('begins two requests to an open route that arrive at once in two turns of its loop', async () => {
    let turn = 0;
    const count = (): void => void ((turn += 1), (counting = setImmediate(count)));
    let counting = setImmediate(count);
    const begun: number[] = [];
    const follow = (message: unknown): void => {
      const { response } = message as { response: ServerResponse };
      // The first middleware after the turns sets the first header.
      const setHeader = response.setHeader.bind(response);
      let isFirst = true;
      response.setHeader = (...header) => {
        if (isFirst) begun.push(turn);
        isFirst = false;
        return setHeader(...header);
      };
    };
    subscribe('http.server.request.start', follow);
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const packet = `GET /api/auth/me HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
    socket.write(packet + packet);
    try {
      await until('both have begun', ARRIVES_MS, () => begun.length === 2);
      expect(begun[1]).toBeGreaterThan(begun[0] ?? 0);
    } finally {
      unsubscribe('http.server.request.start', follow);
      clearImmediate(counting);
      socket.destroy();
    }
  });

  it('keeps an idle connection for longer than a proxy uses it again', async () => {
    const { port, hostname: host } = new URL(app.url);
    const agent = new Agent({ keepAlive: true });
    const [answer] = (await once(
      get({ host, port, agent, path: '/api/health/live' }),
      'response',
    )) as [IncomingMessage];
    answer.resume();
    expect(answer.headers['keep-alive']).toBe('timeout=130');
    agent.destroy();
  });

  it('forbids caches to store API responses', async () => {
    for (const path of ['/api/auth/me', '/api/health/live', '/api/nowhere']) {
      const { headers } = await fetch(app.url + path);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('does not send a page in place of a missing asset', async () => {
    const missing = await fetch(`${app.url}/assets/gone.js`);
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).not.toContain('html');
  });
});
