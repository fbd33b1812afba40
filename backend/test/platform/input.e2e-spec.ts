import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Alarm, RaiseResult } from '../../src/contract/alarm.js';
import type { ErrorResult } from '../../src/contract/errors.js';
import type { AlarmDetails } from '../../src/contract/http.js';
import { call, openTab, signIn, type Person } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** Input that PostgreSQL, the router or the body parser cannot read is a refusal, not a failure. */

let app: TestApp;
let anna: Person;
let karl: Person;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'off' } });
  [anna, karl, admin] = await Promise.all([
    signIn(app, 'anna'),
    signIn(app, 'karl'),
    signIn(app, 'admin'),
  ]);
});

afterAll(() => app.close());

const press = (texts: object) =>
  call<RaiseResult>(app, `POST /buildings/${karl.buildingId}/alarms`, {
    token: karl.token,
    body: { alarmId: randomUUID(), type: 'fire', separate: true, ...texts },
  });

/** Sends a path exactly as written; `fetch` would change it. */
const get = (path: string): Promise<{ status?: number; type?: string; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    request({ hostname, port, path }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode, type: response.headers['content-type'], text }),
      );
    })
      .on('error', reject)
      .end();
  });

const NUL = '\u0000';
const HALF = '\ud83d';

describe('a time', () => {
  const plan = (at: string) =>
    call(app, `POST /buildings/${anna.buildingId}/exercises`, { token: anna.token, body: { at } });

  it.each([
    '2026-12-01T18:00',
    '2026-12-01T18:00:00.000',
    '2026-12-01',
    '2026-12-01Z',
    '2026-W49-2T18:00Z',
    '2026-02-30T18:00:00.000Z',
    '2026-12-01T18:00:60Z',
    '0000-12-01T18:00:00.000Z',
  ])('is refused without a zone or a day that exists: %s', async (at) => {
    const seen = { deviceId: randomUUID(), level: 'seen', helpAt: at };
    const answers = [
      await plan(at),
      await call(app, `GET /buildings/${anna.buildingId}/events?at=${at}`, anna),
      await call(app, `POST /alarms/${randomUUID()}/receipts`, { token: anna.token, body: seen }),
    ];
    const text = 'Ange en giltig tid med tidszon, till exempel 2026-12-01T18:00:00.000Z';
    expect(answers.map(({ status, body }) => [status, body.error.fields])).toEqual([
      [400, { at: text }],
      [400, { at: text }],
      [400, { helpAt: text }],
    ]);
  });

  it.each(['2020-12-01T18:00Z', '2020-12-01T18:00:00.000Z', '2020-12-01T18:00:00+01:00'])(
    'may be written as %s',
    async (at) => {
      expect((await plan(at)).body.error.code).toBe('exercise.time_invalid');
    },
  );
});

describe('the texts of a press', () => {
  it.each<[string, unknown, string | undefined]>([
    ['a NUL', `Rök${NUL} i trapphuset`, 'Rök i trapphuset'],
    ['half a surrogate pair', `Rök ${HALF}`, 'Rök \ufffd'],
    ['an emoji', 'Rök 🔥', 'Rök 🔥'],
    ['control characters', '\u001b[31mRök\u0007\u009f', '[31mRök'],
    ['line breaks', 'Rök\r\ni trapphuset\n', 'Rök i trapphuset'],
    ['nothing but control characters', `${NUL}\u0001`, undefined],
    ['too many characters', 'a'.repeat(141), 'a'.repeat(140)],
    ['a pair across the limit', `${'a'.repeat(139)}🔥`, 'a'.repeat(139)],
    ['a number', 112, undefined],
    ['an object', { text: 'Rök' }, undefined],
    ['null', null, undefined],
  ])('are cleaned of %s and never cost the alarm', async (_case, note, saved) => {
    const { status, body } = await press({ note });
    expect([status, body.alarm?.note]).toEqual([201, saved]);
    const { body: details } = await call<AlarmDetails>(app, `GET /alarms/${body.alarm.id}`, karl);
    expect(details.alarm.note).toBe(saved);
  });

  it('are cleaned over a socket too', async () => {
    const tab = await openTab(app, karl);
    const ack = await tab.socket.emitWithAck('alarm:raise', {
      ...{ buildingId: karl.buildingId, alarmId: randomUUID(), type: 'fire', separate: true },
      place: `Vinden${NUL}${HALF}`,
    });
    tab.close();
    expect(ack).toMatchObject({ ok: true, alarm: { place: 'Vinden\ufffd' } });
  });

  it('are cleaned in amendments and calls for help', async () => {
    const { body } = await press({});
    const amended = await call<{ alarm: Alarm }>(app, `PATCH /alarms/${body.alarm.id}`, {
      token: karl.token,
      body: { place: `Vin${NUL}den`, note: `Rök${HALF}` },
    });
    expect(amended.body.alarm).toMatchObject({ place: 'Vinden', note: 'Rök\ufffd' });
    const answer = await call(app, `POST /alarms/${body.alarm.id}/responses`, {
      token: anna.token,
      body: { response: 'need_help', place: `Hall${NUL}${'a'.repeat(60)}` },
    });
    expect(answer).toMatchObject({ status: 200, body: { place: `Hall${'a'.repeat(56)}` } });
  });

  it('leave an alarm real and joinable when a switch is null', async () => {
    const { status, body } = await press({ exercise: null, separate: null });
    expect([status, body.alarm.exercise]).toEqual([201, false]);
  });
});

describe('every other text', () => {
  it.each([NUL, HALF, '\udd25'])('with %j is refused', async (sign) => {
    const membership = `PATCH /memberships/${karl.membershipId}`;
    const invitations = `POST /buildings/${anna.buildingId}/invitations`;
    const cases: [string, Person, object, string][] = [
      [membership, karl, { name: `Karl${sign}` }, 'name'],
      [membership, karl, { entrance: `A${sign}` }, 'entrance'],
      [invitations, anna, { kind: 'personal', entrance: `A${sign}` }, 'entrance'],
      ['POST /admin/codes', admin, { code: 'AAAA-1111', name: `A${sign}` }, 'name'],
      ['POST /admin/codes', admin, { code: 'AAAA-1112', company: `A${sign}` }, 'company'],
      ['POST /auth/sign-in', karl, { email: 'a@b.se', password: `hemligt${sign}` }, 'password'],
      ['POST /invitations/look-up', karl, { token: `abcdefgh${sign}` }, 'token'],
    ];
    for (const [route, person, body, field] of cases) {
      const answer = await call(app, route, { token: person.token, body });
      expect([route, answer.status]).toEqual([route, 400]);
      expect(Object.keys(answer.body.error.fields ?? {})).toEqual([field]);
      expect(answer.body.error.fields?.[field]).toMatch(/\S/);
    }
  });
});

describe('null in place of an optional value', () => {
  it('is refused', async () => {
    const member = `PATCH /buildings/${anna.buildingId}/members/${karl.membershipId}`;
    const cases: [string, Person, object][] = [
      [`PATCH /memberships/${karl.membershipId}`, karl, { name: null }],
      [`PATCH /memberships/${karl.membershipId}`, karl, { apartment: null }],
      [member, anna, { role: null }],
      [member, anna, { status: null }],
      [member, anna, { maySend: null }],
      [`POST /buildings/${anna.buildingId}/invitations`, anna, { kind: 'personal', role: null }],
    ];
    for (const [route, { token }, body] of cases) {
      const { status } = await call(app, route, { token, body });
      expect([route, body, status]).toEqual([route, body, 400]);
    }
  });

  it('is refused in an event', async () => {
    const tab = await openTab(app, karl);
    const state = { sound: 'armed', push: 'off', visible: true, build: 'x', tested: null };
    const ack: unknown = await tab.socket.emitWithAck('device:state', state as never);
    tab.close();
    expect(ack).toMatchObject({ ok: false, error: { code: 'request.invalid' } });
  });
});

it.each([
  `2026-13-45T25:61:61.000Z_${randomUUID()}`,
  `2026-02-30T10:00:00.000Z_${randomUUID()}`,
  `0000-01-01T00:00:00.000Z_${randomUUID()}`,
  `2026-01-01T00:00:00.000Z_${'-'.repeat(36)}`,
  `2026-01-01T00:00:00.000Z_${'a'.repeat(36)}`,
])('the cursor %s of a list is refused', async (cursor) => {
  const before = encodeURIComponent(cursor);
  const lists: [string, Person][] = [
    [`GET /buildings/${karl.buildingId}/alarms?before=${before}`, karl],
    [`GET /admin/audit?before=${before}`, admin],
  ];
  for (const [route, { token }] of lists) {
    expect([route, (await call(app, route, { token })).status]).toEqual([route, 400]);
  }
});

it.each<Record<string, string>>([
  { 'content-encoding': 'lzma' },
  { 'content-encoding': 'gzip' },
  { 'content-type': 'application/json; charset=klingon' },
  { 'content-type': 'application/json; charset=utf-16' },
])('a body with %o is refused', async (headers) => {
  const route = `POST /buildings/${karl.buildingId}/alarms`;
  const { status, body } = await call(app, route, { token: karl.token, body: {}, headers });
  expect([status, body.error.code]).toEqual([400, 'request.invalid']);
});

describe('an address that cannot be decoded', () => {
  it.each(['/%', '/%E5', '/app/%', '/a%c3'])('%s is the 404 page', async (path) => {
    const answer = await get(path);
    expect(answer).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' });
    expect(answer.text).toContain('<div id="root">');
  });

  it.each(['/api/%', '/api/%E5', '/api/gate/sessions/%', '/api/alarms/%E5'])(
    '%s is the JSON of a 404',
    async (path) => {
      const { status, type, text } = await get(path);
      expect([status, type]).toEqual([404, 'application/json; charset=utf-8']);
      expect((JSON.parse(text) as ErrorResult).error.code).toBe('request.not_found');
    },
  );

  it('is no page in place of an asset', async () => {
    expect(await get('/assets/%')).toMatchObject({ status: 404, text: 'Not found' });
  });
});

describe('a page', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ])('is sent to a browser that accepts %s as %s', async (accepted, encoding) => {
    for (const path of ['/', '/terms', '/finns-inte']) {
      const answer = await fetch(app.url + path, { headers: { 'accept-encoding': accepted } });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const text = await answer.text();
      expect(text).toContain('<div id="root">');
      expect(text.includes('<title>Användarvillkor')).toBe(path === '/terms');
    }
  });
});

it('a code session with a malformed id is not found', async () => {
  for (const id of ['x', '%00', randomUUID().replace('-4', '-1')]) {
    const { status, body } = await call(app, `GET /gate/sessions/${id}`);
    expect([status, body.error.code]).toEqual([404, 'gate.session_not_found']);
  }
});
