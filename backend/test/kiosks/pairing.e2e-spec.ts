import { randomUUID } from 'node:crypto';
import type { Page } from '../../src/contract/http.js';
import { KIOSK_CODE_MS, type CreatedKiosk, type Kiosk } from '../../src/contract/kiosks.js';
import { KioskRepository } from '../../src/modules/kiosks/kiosk.repository.js';
import { Housekeeping } from '../../src/platform/retention/retention.js';
import { call, signIn, type Person } from '../support/client.js';
import { newDisplay, pair, tokenOf } from '../support/display.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

/** A display becomes that of a building by six digits that a manager types. */

let app: TestApp;
let anna: Person;
let karl: Person;

beforeEach(async () => {
  app = await freshApp();
  [anna, karl] = [await signIn(app, 'anna'), await signIn(app, 'karl')];
});

const codeOf = async (asked: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await asked;
  return [status, body.error?.code];
};
const list = async () => {
  const route = `GET /buildings/${anna.buildingId}/kiosks`;
  return (await call<Page<Kiosk>>(app, route, { token: anna.token })).body.items;
};
const change = (method: string, id: string, body?: object, { token, buildingId } = anna) =>
  call(app, `${method} /buildings/${buildingId}/kiosks/${id}`, { token, ...(body && { body }) });
const wrongCode = ({ code }: CreatedKiosk) => (code === '000000' ? '000001' : '000000');

it('gets a token once a manager has typed its code, which works once', async () => {
  const created = await newDisplay(app);
  expect(created.code).toMatch(/^\d{6}$/);
  expect(await codeOf(tokenOf(app, created))).toEqual([404, 'kiosk.not_paired']);
  const typed = `${created.code.slice(0, 3)} ${created.code.slice(3)}`;
  const paired = await pair(app, anna, typed);
  expect([paired.status, paired.body]).toEqual([
    201,
    { id: created.pairingId, place: 'Trapphus A', pairedAt: expect.any(String), connected: false },
  ]);
  expect((await tokenOf(app, created)).body).toMatchObject({
    place: 'Trapphus A',
    building: { name: 'BRF Storgatan 12' },
  });
  expect(await codeOf(pair(app, anna, created.code))).toEqual([404, 'kiosk.code_not_found']);
  expect(await list()).toHaveLength(1);
});

it('is renamed and revoked by managers, which the audit log has without its place', async () => {
  const created = await newDisplay(app);
  await pair(app, anna, created.code, 'Vid cyklarna');
  const { pairingId } = created;
  for (const place of ['Vid cyklarna', 'Trapphus B', 'Trapphus B']) {
    expect((await change('PATCH', pairingId, { place })).status).toBe(204);
  }
  expect(await list()).toMatchObject([{ place: 'Trapphus B', connected: false }]);
  expect((await change('DELETE', pairingId)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect(await codeOf(tokenOf(app, created))).toEqual([404, 'kiosk.revoked']);
  expect(await codeOf(change('DELETE', pairingId) as never)).toEqual([404, 'kiosk.not_found']);
  const rows = await app.database.query<object[]>(
    `select action, actor_id is not null as "hasActor", subject_id as id, details from audit_log
      where action like 'kiosk.%' and subject_id = $1 order by at, action`,
    [pairingId],
  );
  expect(rows).toEqual(
    ['paired', 'renamed', 'revoked'].map((fact) => ({
      action: `kiosk.${fact}`,
      hasActor: true,
      id: pairingId,
      details: {},
    })),
  );
});

it('is out of the reach of residents and of managers of other buildings', async () => {
  const created = await newDisplay(app);
  expect(await codeOf(pair(app, karl, created.code))).toEqual([403, 'building.manager_required']);
  await pair(app, anna, created.code);
  const otto = await signIn(app, 'otto');
  await app.database.query(`update memberships set role = 'manager' where building_id = $1`, [
    otto.buildingId,
  ]);
  for (const [method, body] of [['PATCH', { place: 'Hos Otto' }], ['DELETE']] as const) {
    const answer = await change(method, created.pairingId, body, otto);
    expect([answer.status, answer.body]).toMatchObject([
      404,
      { error: { code: 'kiosk.not_found' } },
    ]);
  }
  expect(await list()).toMatchObject([{ place: 'Trapphus A' }]);
});

it('has a code that cannot be tried out: the sixth guess in a quarter is refused, also a right one', async () => {
  const created = await newDisplay(app);
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await codeOf(pair(app, anna, wrongCode(created)))).toEqual([
      404,
      'kiosk.code_not_found',
    ]);
  }
  expect(await codeOf(pair(app, anna, created.code))).toEqual([429, 'auth.too_many_attempts']);
});

it('gets ten codes within ten minutes at one address', async () => {
  const answers = [];
  for (let n = 0; n < 11; n += 1) answers.push(await call(app, 'POST /kiosks', { body: {} }));
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(201), 429]);
});

it('has a code for ten minutes', async () => {
  const created = await newDisplay(app);
  app.clock.step(KIOSK_CODE_MS);
  anna = await signIn(app, 'anna');
  expect(await codeOf(pair(app, anna, created.code))).toEqual([404, 'kiosk.code_not_found']);
  expect(await codeOf(tokenOf(app, created))).toEqual([404, 'kiosk.revoked']);
});

it('may have a code that another display has let run out, but not one that still waits', async () => {
  const old = await newDisplay(app);
  const kiosks = app.app.get(KioskRepository);
  const take = () => {
    const ids = { id: randomUUID(), secretHash: 'x', code: old.code };
    return kiosks.insert({
      ...ids,
      createdAt: app.clock.now(),
      codeExpiresAt: app.clock.in(KIOSK_CODE_MS),
    });
  };
  expect(await take()).toBe(false);
  app.clock.step(KIOSK_CODE_MS);
  expect(await take()).toBe(true);
  expect(await take()).toBe(false);
  expect(await codeOf(tokenOf(app, old))).toEqual([404, 'kiosk.not_found']);
  anna = await signIn(app, 'anna');
  expect((await pair(app, anna, old.code)).status).toBe(201);
});

it('gets no token with another secret, and none for another display', async () => {
  const [one, other] = [await newDisplay(app), await newDisplay(app)];
  await pair(app, anna, one.code);
  const foreign = [
    { pairingId: one.pairingId, secret: other.secret },
    { pairingId: randomUUID(), secret: one.secret },
  ];
  for (const display of foreign) {
    expect(await codeOf(tokenOf(app, display))).toEqual([404, 'kiosk.not_found']);
  }
});

it('gets a token while somebody at its address tries wrong secrets, which are delayed', async () => {
  const [paired, other] = [await newDisplay(app), await newDisplay(app)];
  await pair(app, anna, paired.code);
  const wrong = { pairingId: paired.pairingId, secret: other.secret };
  const answers = [];
  for (let n = 0; n < 25; n += 1) answers.push((await tokenOf(app, wrong)).status);
  expect(answers).toContain(429);
  expect((await tokenOf(app, paired)).status).toBe(200);
  expect(await codeOf(tokenOf(app, other))).toEqual([404, 'kiosk.not_paired']);
});

it('is deleted an hour after nobody has paired it, and 30 days after it was revoked', async () => {
  const [waiting, paired, revoked] = [
    await newDisplay(app),
    await newDisplay(app),
    await newDisplay(app),
  ];
  await pair(app, anna, paired.code);
  await pair(app, anna, revoked.code);
  await change('DELETE', revoked.pairingId);
  const ids = async () => {
    await app.app.get(Housekeeping).retire();
    const rows = await app.database.query<{ id: string }[]>('select id from kiosks');
    return rows.map(({ id }) => id).sort();
  };
  app.clock.step(59 * 60_000);
  expect(await ids()).toEqual([waiting, paired, revoked].map((k) => k.pairingId).sort());
  app.clock.step(2 * 60_000);
  expect(await ids()).toEqual([paired, revoked].map((k) => k.pairingId).sort());
  app.clock.step(30 * 24 * 60 * 60_000);
  expect(await ids()).toEqual([paired.pairingId]);
});
