import { randomUUID } from 'node:crypto';
import type { Device, DeviceStateRequest } from '../../src/contract/devices.js';
import type { Page } from '../../src/contract/http.js';
import { call, newPerson, signIn, Tab, type Person } from '../support/client.js';
import { ARMED, say, untilIs } from '../support/device-states.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

/** The number of devices of one user. */

let app: TestApp;
let lisa: Person;
const tabs: Tab[] = [];

beforeAll(async () => {
  app = await freshApp();
  lisa = await signIn(app, 'lisa');
});

afterAll(() => {
  tabs.forEach((tab) => tab.close());
});

async function open(
  { token }: Person,
  deviceId = randomUUID(),
  state?: DeviceStateRequest,
): Promise<Tab> {
  const tab = new Tab(app, { token, deviceId, ...(state && { state }) });
  tabs.push(tab);
  await tab.until('sync');
  return tab;
}

const devices = async (person: Person) =>
  (await call<Page<Device>>(app, 'GET /devices', person)).body.items;

/** Saves twenty devices, the first of which was seen last, and none of which is connected. */
const addTwenty = ({ userId }: Person) =>
  app.database.query(
    `insert into devices (user_id, device_id, label, sound, push, seen_at)
     select $1, gen_random_uuid(), 'Nr ' || n, 'armed', 'off', $2::timestamptz - n * interval '1 day'
       from generate_series(1, 20) n`,
    [userId, app.clock.now()],
  );

describe('a twenty-first device', () => {
  it('replaces the disconnected device that was seen longest ago', async () => {
    const person = await newPerson(app, { name: 'Eva Ek', apartment: '1401' });
    await addTwenty(person);
    const id = randomUUID();
    expect(await say(await open(person, id), ARMED)).toMatchObject({ ok: true });
    const listed = await devices(person);
    expect(listed).toHaveLength(20);
    expect(listed[0]?.id).toBe(id);
    expect(listed.map(({ label }) => label)).not.toContain('Nr 20');
    expect(listed.map(({ label }) => label)).toContain('Nr 19');
  });

  it('replaces no phone that a push wakes, while another device is not connected', async () => {
    const person = await newPerson(app, { name: 'Eva Ek', apartment: '1403' });
    await addTwenty(person);
    await app.database.query(
      `insert into push_subscriptions
         (id, user_id, device_id, session_id, endpoint, p256dh, auth, created_at, dead_at)
       select gen_random_uuid(), d.user_id, d.device_id, a.id, d.label, '', '', $2,
              case when d.label = 'Nr 19' then $2::timestamptz end
         from devices d join auth_sessions a on a.user_id = d.user_id
        where d.user_id = $1 and d.label in ('Nr 19', 'Nr 20')`,
      [person.userId, app.clock.now()],
    );
    expect(await say(await open(person), ARMED)).toMatchObject({ ok: true });
    const listed = await devices(person);
    expect(listed).toHaveLength(20);
    expect(listed.map(({ label }) => label)).not.toContain('Nr 19');
    expect(listed.at(-1)).toMatchObject({ label: 'Nr 20', pushSubscription: 'live' });
  });

  it('is refused while all others are connected, and still receives alarms', async () => {
    const person = await newPerson(app, { name: 'Eva Ek', apartment: '1402' });
    const opened = await Promise.all(Array.from({ length: 20 }, () => open(person)));
    const acks = await Promise.all(opened.map((tab) => say(tab, ARMED)));
    expect(acks.every(({ ok }) => ok)).toBe(true);
    const late = await open(person);
    expect(await say(late, ARMED)).toMatchObject({
      ok: false,
      error: {
        code: 'device.too_many',
        message:
          'Du har redan 20 anslutna enheter. Larm når den här fliken, men den räknas inte som redo.',
      },
    });
    const other = await open(person, randomUUID(), ARMED);
    await other.until('device:refused');
    expect(other.all('device:accepted')).toHaveLength(1);
    other.close();
    expect((await devices(person)).filter(({ connected }) => connected)).toHaveLength(20);
    const alarmId = randomUUID();
    const body = { alarmId, type: 'other' };
    const path = `POST /buildings/${lisa.buildingId}/alarms`;
    await call(app, path, { token: lisa.token, body });
    expect(await late.until('alarm:event')).toMatchObject({ kind: 'raised' });
    const outcome = { outcome: 'false_alarm' };
    await call(app, `POST /alarms/${alarmId}/end`, { token: lisa.token, body: outcome });

    opened[0]?.close();
    const connected = async () => (await devices(person)).filter((one) => one.connected).length;
    await untilIs(connected, 19);
    expect(await say(late, ARMED)).toMatchObject({ ok: true });
    expect(await connected()).toBe(20);
    expect(await devices(person)).toHaveLength(20);
  });
});
