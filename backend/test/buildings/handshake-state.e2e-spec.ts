import { randomUUID } from 'node:crypto';
import { ALARM_LIMITS } from '../../src/modules/alarms/model/alarm-limits.js';
import type { BuildingDetails } from '../../src/contract/http.js';
import type { HandshakeAuth } from '../../src/contract/events.js';
import { PersonLimits } from '../../src/platform/limits/person-limits.js';
import { call, newPerson, signIn, Tab, type Person } from '../support/client.js';
import { ARMED, BLOCKED, say, untilIs } from '../support/device-states.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** The device state in a handshake. */
describe('a tab', () => {
  let app: TestApp;
  let lisa: Person;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    app = await startApp();
    lisa = await signIn(app, 'lisa');
  });

  afterAll(() => app.close());

  afterEach(async () => {
    tabs.splice(0).forEach((tab) => tab.close());
    await untilIs(ready, 0);
  });

  async function open(auth: object, { token }: Person = lisa): Promise<Tab> {
    const tab = new Tab(app, { token, ...(auth as Partial<HandshakeAuth>) });
    tabs.push(tab);
    await tab.until('sync');
    return tab;
  }

  const ready = async () => {
    const path = `GET /buildings/${lisa.buildingId}`;
    return (await call<BuildingDetails>(app, path, lisa)).body.homesReady;
  };

  it('counts with the state of its handshake, as if it had sent the event', async () => {
    const tab = await open({ state: ARMED });
    const { build } = await tab.until('device:accepted');
    await untilIs(ready, 1);
    const ack = await say(tab, BLOCKED);
    expect(ack).toMatchObject({ ok: true, build });
    expect(await ready()).toBe(0);
    expect(tab.all('device:accepted')).toHaveLength(1);
    expect(tab.all('device:refused')).toHaveLength(0);
  });

  it('keeps its device ready until its last connection has closed', async () => {
    const deviceId = randomUUID();
    const [one, other] = [
      await open({ deviceId, state: ARMED }),
      await open({ deviceId, state: ARMED }),
    ];
    await untilIs(ready, 1);
    one.close();
    await say(other, ARMED);
    expect(await ready()).toBe(1);
    other.close();
    await untilIs(ready, 0);
  });

  it.each([
    ['none', undefined],
    ['null', null],
    ['a text', 'armed'],
    ['a list', [ARMED]],
    ['an unknown value', { ...ARMED, sound: 'loud' }],
    ['a missing field', { sound: 'armed', push: 'off' }],
    ['a test, which only the event confirms', { ...ARMED, tested: true }],
    ['a build that is no name', { ...ARMED, build: 'x'.repeat(9_000) }],
  ])('is connected all the same when its state is %s, and sends the event', async (_, state) => {
    const tab = await open({ state });
    expect(await say(tab, ARMED)).toMatchObject({ ok: true });
    expect(tab.all('device:accepted')).toHaveLength(0);
  });

  it('is connected all the same when its user has reported too often', async () => {
    const eva = await newPerson(app, { name: 'Eva Ek', apartment: '1401' });
    const allows = jest.spyOn(app.app.get(PersonLimits), 'allows');
    const isReport = ({ name }: { name: string }) => name === ALARM_LIMITS.device.name;
    allows.mockImplementation((limit) => Promise.resolve(!isReport(limit)));
    const tab = await open({ state: ARMED }, eva);
    await tab.roundTrip();
    expect(tab.all('device:accepted')).toHaveLength(0);
    allows.mockImplementation((limit) =>
      isReport(limit) ? Promise.reject(new Error('broken')) : Promise.resolve(true),
    );
    const next = await open({ state: ARMED }, eva);
    await next.until('device:refused');
    allows.mockRestore();
  });
});
