import { randomUUID } from 'node:crypto';
import type { Device, DeviceName } from '../../src/contract/devices.js';
import type { Page } from '../../src/contract/http.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { call, signIn, Tab, type Person } from '../support/client.js';
import { ARMED, CHROME, say } from '../support/device-states.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';

/** The names that people give their own devices. */

let app: TestApp;
let lisa: Person;
let karl: Person;
let id: string;
let tab: Tab;

beforeAll(async () => {
  app = await startApp();
  [lisa, karl] = [await signIn(app, 'lisa'), await signIn(app, 'karl')];
});
afterAll(() => app.close());

beforeEach(async () => {
  id = randomUUID();
  tab = await open();
});
afterEach(() => tab.close());

async function open(): Promise<Tab> {
  const opened = new Tab(app, { token: lisa.token, deviceId: id }, ORIGIN, CHROME);
  await opened.until('sync');
  await say(opened, ARMED);
  return opened;
}

const rename = (person: Person, body: object, device = id) =>
  call<DeviceName>(app, `PATCH /devices/${device}`, { token: person.token, body });
const named = async () => {
  const { body } = await call<Page<Device>>(app, 'GET /devices', lisa);
  return body.items.find((one) => one.id === id)?.name;
};

it.each([
  ['Köksplattan', 'Köksplattan'],
  ['  Köks plattan \n', 'Köks plattan'],
  ['x'.repeat(40), 'x'.repeat(40)],
])('the name %j is saved as %j', async (given, saved) => {
  expect(await named()).toBeNull();
  expect(await rename(lisa, { name: given })).toMatchObject({
    status: 200,
    body: { id, name: saved },
  });
  expect(await named()).toBe(saved);
});

it.each(['', '   ', null])('the name %j takes the present one away', async (name) => {
  await rename(lisa, { name: 'Köksplattan' });
  expect((await rename(lisa, { name })).body.name).toBeNull();
  expect(await named()).toBeNull();
});

it('a request without a name leaves the present one', async () => {
  await rename(lisa, { name: 'Köksplattan' });
  expect((await rename(lisa, {})).body.name).toBe('Köksplattan');
});

it('a name of 41 characters, or of another kind, is refused', async () => {
  for (const [name, message] of [
    ['x'.repeat(41), 'Namnet får max vara 40 tecken'],
    [7, 'Ogiltigt värde'],
  ] as const) {
    const { status, body } = await rename(lisa, { name });
    expect([status, body.error.code]).toEqual([400, 'request.invalid']);
    expect(body.error.fields).toEqual({ name: message });
  }
  expect(await named()).toBeNull();
});

it('nobody names the device of another user, or one that is not there', async () => {
  for (const [person, device] of [
    [karl, id],
    [lisa, randomUUID()],
  ] as const) {
    const { status, body } = await rename(person, { name: 'Min' }, device);
    expect([status, body.error.code]).toEqual([404, 'device.not_found']);
  }
  expect((await call(app, `PATCH /devices/${id}`, { body: { name: 'Min' } })).status).toBe(401);
  expect(await named()).toBeNull();
});

it('a name stays when the device reports its state, and is exported', async () => {
  await rename(lisa, { name: 'Köksplattan' });
  tab.close();
  tab = await open();
  expect(await named()).toBe('Köksplattan');
  const exported = await call<{ devices: object[] }>(app, 'POST /auth/me/export', {
    token: lisa.token,
    body: { password: DEMO_PASSWORD },
  });
  expect(exported.body.devices).toContainEqual(expect.objectContaining({ name: 'Köksplattan' }));
});

it('a removed device comes back without a name', async () => {
  await rename(lisa, { name: 'Köksplattan' });
  await call(app, `DELETE /devices/${id}`, lisa);
  tab.close();
  tab = await open();
  expect(await named()).toBeNull();
});
