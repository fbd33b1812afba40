import { randomUUID } from 'node:crypto';
import jsonwebtoken, { type JwtPayload } from 'jsonwebtoken';
import type { BuildingDetails, Member, Page } from '../../src/contract/http.js';
import type { PushTest, TestPush } from '../../src/contract/push.js';
import { ErasureService } from '../../src/modules/account/erasure.service.js';
import {
  PushTicketsService,
  testPurpose,
} from '../../src/modules/auth/tickets/push-tickets.service.js';
import { PersonLimits } from '../../src/platform/limits/person-limits.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';
import { CHROME } from '../support/device-states.js';
import { deviceOf, subscribe, type PushDevice } from '../support/push-calls.js';
import { PushService } from '../support/push-service.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** The push subscriptions of devices, and the tests that make a device ready by push. */

let service: PushService;
let app: TestApp;
let anna: Person;
let lisa: Person;

const NOT_FOUND = { status: 404, body: { error: { code: 'push.subscription_not_found' } } };
const DAY_MS = 24 * 60 * 60_000;

beforeAll(async () => {
  service = await PushService.start();
  app = await startApp({ env: { PUSH_TEST_HOST: service.host } });
});

beforeEach(async () => {
  // The limit of tests counts in real time.
  (Reflect.get(app.app.get(PersonLimits), 'limiters') as Map<string, unknown>).clear();
  [anna, lisa] = [await signIn(app, 'anna'), await signIn(app, 'lisa')];
});

afterEach(async () => {
  await app.database.query('delete from push_subscriptions');
  expect(service.faults).toEqual([]);
});

afterAll(async () => {
  await app.close();
  await service.close();
});

const save = ({ token }: Person, body: object) =>
  call<{ id: string }>(app, 'POST /push/subscriptions', {
    token,
    body,
    headers: { 'user-agent': CHROME },
  });

const test = ({ token }: Person, body: object = {}) =>
  call<PushTest>(app, 'POST /push/test', { token, body });

function ticketOf({ subscription }: PushDevice): TestPush {
  return subscription.received.at(-1)!.body.notification.data as TestPush;
}

const confirm = (testId: string, ticket?: string) =>
  call(app, `POST /push/test/${testId}`, { ...(ticket && { token: ticket }) });

/** Tests a device as its service worker confirms it. */
async function prove(person: Person, device: PushDevice): Promise<void> {
  await test(person, { deviceId: device.deviceId });
  const { testId, ticket } = ticketOf(device);
  expect((await confirm(testId, ticket)).status).toBe(204);
}

const stateOf = async (deviceId: string, person = lisa) => {
  const device = await deviceOf(app, person, deviceId);
  return [device?.pushSubscription, device?.readyByPush];
};

describe('a subscription', () => {
  it('registers its device, and stays the same when it is sent again', async () => {
    const deviceId = randomUUID();
    const request = service.newSubscription().request(deviceId);
    const first = await save(lisa, request);
    const again = await save(lisa, request);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(first.body.id);
    expect(await deviceOf(app, lisa, deviceId)).toMatchObject({
      label: 'Chrome på Android',
      connected: false,
      ready: false,
      pushSubscription: 'live',
      pushTestedAt: null,
      readyByPush: false,
    });
  });

  it.each([
    ['push.service_unknown', { endpoint: 'https://169.254.169.254/latest' }],
    ['push.service_unknown', { endpoint: 'https://localhost/push' }],
    ['request.invalid', { keys: { p256dh: 'BA', auth: 'AA' } }],
    ['request.invalid', { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }],
    ['request.invalid', { keys: null }],
    ['request.invalid', { deviceId: 'phone' }],
    ['request.invalid', { topic: 'x' }],
  ])('is refused with %s: %j', async (code, change) => {
    const request = service.newSubscription().request(randomUUID());
    const { status, body } = await save(lisa, { ...request, ...change });
    expect([status, body.error.code]).toEqual([400, code]);
  });

  it('replaces the earlier one of its device', async () => {
    const old = await subscribe(app, service, lisa);
    const now = await subscribe(app, service, lisa, old.deviceId);
    expect((await test(lisa)).body.sent).toBe(1);
    expect([old, now].map((one) => one.subscription.received.length)).toEqual([0, 1]);
  });

  it('moves with its browser to the user who signs in there', async () => {
    const { deviceId, subscription } = await subscribe(app, service, lisa);
    expect((await save(anna, subscription.request(deviceId))).status).toBe(201);
    expect((await test(lisa)).body.sent).toBe(0);
    expect((await test(anna)).body.sent).toBe(1);
    expect(await stateOf(deviceId)).toEqual(['none', false]);
  });

  it('ends by its id, with its device and with a sign-out', async () => {
    const [one, other, last] = [
      await subscribe(app, service, lisa),
      await subscribe(app, service, lisa),
      await subscribe(app, service, lisa),
    ];
    const remove = (person: Person, path: string) => call(app, `DELETE ${path}`, person);
    const path = `/push/subscriptions/${one.subscriptionId}`;
    expect((await remove(anna, path)).status).toBe(404);
    expect((await remove(lisa, path)).status).toBe(204);
    await remove(lisa, `/devices/${other.deviceId}`);
    expect((await test(lisa)).body.sent).toBe(1);
    const headers = { cookie: lisa.cookie, origin: ORIGIN, 'x-resq': '1' };
    await call(app, 'POST /auth/sign-out', { body: {}, headers });
    lisa = await signIn(app, 'lisa');
    expect((await test(lisa)).body.sent).toBe(0);
    expect(await stateOf(last.deviceId)).toEqual(['none', false]);
    await until('its address is deleted', ARRIVES_MS, async () => {
      const rows = await app.database.query<object[]>('select 1 from push_subscriptions');
      return rows.length === 0;
    });
  });

  it('is part of the account’s export, and erased with it', async () => {
    const person = await newPerson(app, { name: 'Nya Grannen', apartment: '1401' });
    const { subscription } = await subscribe(app, service, person);
    const { body } = await call<Record<string, { endpoint: string }[]>>(
      app,
      'POST /auth/me/export',
      { token: person.token, body: { password: 'hemligt-nog' } },
    );
    expect(body['push_subscriptions']).toMatchObject([{ endpoint: subscription.endpoint }]);
    const { userId, membershipId } = person;
    await app.app.get(ErasureService).erase({ userId, membershipIds: [membershipId] });
    const left = await app.database.query('select 1 from push_subscriptions where user_id = $1', [
      person.userId,
    ]);
    expect(left).toEqual([]);
  });
});

describe('a test', () => {
  it('goes to all of the user’s devices, or to one, and to nobody else’s', async () => {
    const [phone, tablet, foreign] = [
      await subscribe(app, service, lisa),
      await subscribe(app, service, lisa),
      await subscribe(app, service, anna),
    ];
    expect((await test(lisa)).body.sent).toBe(2);
    expect((await test(lisa, { deviceId: tablet.deviceId })).body.sent).toBe(1);
    expect((await test(lisa, { deviceId: foreign.deviceId })).body.sent).toBe(0);
    const counts = [phone, tablet, foreign].map((one) => one.subscription.received.length);
    expect(counts).toEqual([1, 2, 0]);
    expect(phone.subscription.received[0]?.body.notification).toMatchObject({
      title: 'Testavisering',
      tag: 'test',
      navigate: 'http://localhost:3000/app/check',
    });
  });

  it('connects to no address that the list of push services has lost', async () => {
    const { subscription } = await subscribe(app, service, lisa);
    // The same push service, by a name that is not allowed.
    await app.database.query(
      `update push_subscriptions set endpoint = replace(endpoint, 'localhost', '127.0.0.1')
        where endpoint = $1`,
      [subscription.endpoint],
    );
    const before = service.connections;
    expect((await test(lisa)).body.sent).toBe(0);
    expect(service.connections).toBe(before);
  });

  it('says that nothing was sent when the push service has ended the subscription', async () => {
    const { deviceId, subscription } = await subscribe(app, service, lisa);
    subscription.behaviour = { status: 410 };
    expect((await test(lisa)).body.sent).toBe(0);
    expect(await stateOf(deviceId)).toEqual(['dead', false]);
  });

  it('can be asked for six times a minute', async () => {
    const person = await newPerson(app);
    const statuses = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await test(person)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });

  it('makes a device ready by push when its service worker confirms it, and nothing else', async () => {
    const person = await newPerson(app, { name: 'Siv Lund', apartment: '1402' });
    const device = await subscribe(app, service, person);
    const manager = `GET /buildings/${anna.buildingId}`;
    const counts = async () => (await call<BuildingDetails>(app, manager, anna)).body.homesReady;
    const member = async () => {
      const { body } = await call<Page<Member>>(app, `${manager}/members`, anna);
      return body.items.find(({ apartment }) => apartment === '1402')?.readiness;
    };
    const state = async () => [...(await stateOf(device.deviceId, person)), await member()];
    const before = await counts();
    await test(person);
    const { testId, ticket } = ticketOf(device);
    expect(await state()).toEqual(['live', false, 'away']);
    expect((await confirm(testId)).status).toBe(401);
    expect((await confirm(testId, person.token)).status).toBe(401);
    expect((await confirm(randomUUID(), ticket)).status).toBe(401);
    expect((await confirm(testId, ticket)).status).toBe(204);
    expect(await state()).toEqual(['live', true, 'readyByPush']);
    expect(await counts()).toBe(before + 1);
    // The same subscription sent again, as at every start of the page, keeps its proof.
    await save(person, device.subscription.request(device.deviceId));
    expect(await state()).toEqual(['live', true, 'readyByPush']);
    await subscribe(app, service, person, device.deviceId);
    expect(await state()).toEqual(['live', false, 'away']);
    expect(await counts()).toBe(before);
  });

  it('proves the subscription that it was sent to, and not the one that replaced it', async () => {
    const person = await newPerson(app, { name: 'Ulf Lund', apartment: '1403' });
    const old = await subscribe(app, service, person);
    const route = `GET /buildings/${anna.buildingId}`;
    const counts = async () => (await call<BuildingDetails>(app, route, anna)).body.homesReady;
    const before = await counts();
    await test(person);
    const { testId, ticket } = ticketOf(old);
    await subscribe(app, service, person, old.deviceId);
    expect(await confirm(testId, ticket)).toMatchObject(NOT_FOUND);
    expect(await stateOf(old.deviceId, person)).toEqual(['live', false]);
    expect(await counts()).toBe(before);
  });

  it('is not confirmed by a ticket from before tickets named their subscription', async () => {
    const { deviceId } = await subscribe(app, service, lisa);
    const { sid: sessionId } = jsonwebtoken.decode(lisa.token) as JwtPayload & { sid: string };
    const testId = randomUUID();
    const holder = { userId: lisa.userId, sessionId, deviceId, purpose: testPurpose(testId) };
    const ticket = app.app.get(PushTicketsService).sign(holder, app.clock.in(60_000));
    expect(await confirm(testId, ticket)).toMatchObject(NOT_FOUND);
    expect(await stateOf(deviceId)).toEqual(['live', false]);
  });

  it('is confirmed sixty times a minute at most, also with a ticket that is replayed', async () => {
    const person = await newPerson(app);
    const device = await subscribe(app, service, person);
    await test(person);
    const { testId, ticket } = ticketOf(device);
    const statuses = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await confirm(testId, ticket)).status);
    expect(statuses).toEqual([...Array<number>(60).fill(204), 429]);
  });

  it('proves nothing after 30 days, nor once the subscription is dead', async () => {
    const [phone, tablet] = [
      await subscribe(app, service, lisa),
      await subscribe(app, service, lisa),
    ];
    await prove(lisa, phone);
    await prove(lisa, tablet);
    tablet.subscription.behaviour = { status: 404 };
    await test(lisa, { deviceId: tablet.deviceId });
    expect(await stateOf(tablet.deviceId)).toEqual(['dead', false]);
    const { testId, ticket } = ticketOf(phone);
    app.clock.step(30 * DAY_MS);
    lisa = await signIn(app, 'lisa');
    expect(await stateOf(phone.deviceId)).toEqual(['live', true]);
    app.clock.step(1);
    expect(await stateOf(phone.deviceId)).toEqual(['live', false]);
    expect((await confirm(testId, ticket)).status).toBe(401);
  });
});
