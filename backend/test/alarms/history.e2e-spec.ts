import { randomUUID } from 'node:crypto';
import type { RaiseResult, Reach } from '../../src/contract/alarm.js';
import type { AlarmDetails, Page, PastAlarm } from '../../src/contract/http.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

/** The history of alarms, and the rights to read it. */

let app: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;

beforeEach(async () => {
  app = await freshApp();
  await signEverybodyIn();
});

async function signEverybodyIn(): Promise<void> {
  [anna, karl, lisa] = (await Promise.all(['anna', 'karl', 'lisa'].map((n) => signIn(app, n)))) as [
    Person,
    Person,
    Person,
  ];
}

/** Access tokens are valid for ten minutes, so members sign in again after a step. */
async function step(ms: number): Promise<void> {
  app.clock.step(ms);
  await signEverybodyIn();
}

const MINUTE_MS = 60_000;

const raise = (person: Person, body: object = {}) =>
  call<RaiseResult>(app, `POST /buildings/${person.buildingId}/alarms`, {
    token: person.token,
    body: { alarmId: randomUUID(), type: 'fire', ...body },
  });

const respond = (person: Person, alarmId: string, body: object) =>
  call(app, `POST /alarms/${alarmId}/responses`, { token: person.token, body });

describe('history', () => {
  it('goes back twelve months in pages, newest first, with a timeline for each alarm', async () => {
    for (let n = 0; n < 25; n += 1) {
      await raise(karl, { separate: true, type: n % 2 ? 'fire' : 'other' });
      await step(2 * MINUTE_MS);
    }
    const path = `/buildings/${karl.buildingId}/alarms`;
    const first = await call<Page<PastAlarm>>(app, `GET ${path}`, karl);
    expect(first.body.items).toHaveLength(20);
    const second = await call<Page<PastAlarm>>(app, `GET ${path}?before=${first.body.next}`, karl);
    expect(second.body.items).toHaveLength(5);
    expect(second.body.next).toBeNull();
    const ids = [...first.body.items, ...second.body.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(25);
    const fires = await call<Page<PastAlarm>>(app, `GET ${path}?type=fire`, karl);
    expect(fires.body.items).toHaveLength(12);
    const { body } = await call<AlarmDetails>(app, `GET /alarms/${ids[0]}`, karl);
    expect(body.timeline[0]).toMatchObject({ kind: 'raised', name: 'Karl Ek' });
    await step(366 * 24 * 60 * MINUTE_MS);
    expect((await call<Page<PastAlarm>>(app, `GET ${path}`, karl)).body.items).toEqual([]);
    expect((await call(app, `GET /alarms/${ids[0]}`, karl)).status).toBe(404);
  });
});

describe('the number of homes that an alarm reached', () => {
  const first = async (person: Person) =>
    (await call<Page<PastAlarm>>(app, `GET /buildings/${person.buildingId}/alarms`, person)).body
      .items[0];
  const receipt = (person: Person, alarmId: string) =>
    call(app, `POST /alarms/${alarmId}/receipts`, {
      token: person.token,
      body: { deviceId: randomUUID(), level: 'received' },
    });

  it('is shown to the sender and the managers, and counts the homes at the time of the alarm', async () => {
    const away = await newPerson(app, { name: 'Peter Ny', apartment: '1401' });
    await newPerson(app, { name: 'Doris Ny', apartment: '1401' });
    const { body: raised } = await raise(karl);
    await receipt(lisa, raised.alarm.id);
    await respond(away, raised.alarm.id, { response: 'safe' });
    await step(MINUTE_MS);
    // Members who join later are not counted, and those who leave still are.
    await newPerson(app, { name: 'Sen Ny', apartment: '1501' });
    await call(app, `DELETE /memberships/${lisa.membershipId}`, { token: lisa.token });
    expect((await first(karl))?.reached).toEqual({ reached: 2, homes: 3 });
    expect((await first(anna))?.reached).toEqual({ reached: 2, homes: 3 });
    const { body } = await call<AlarmDetails>(app, `GET /alarms/${raised.alarm.id}`, karl);
    expect(body.alarm.reached).toEqual({ reached: 2, homes: 3 });
  });

  it('comes with what reached whom, without those who joined after the alarm', async () => {
    const { body: raised } = await raise(karl);
    await receipt(lisa, raised.alarm.id);
    await step(2 * 60 * MINUTE_MS);
    const late = { name: 'Sen Ny', apartment: '1501' };
    await newPerson(app, late);
    const reach = async (person: Person) =>
      call<Reach>(app, `GET /alarms/${raised.alarm.id}/reach`, person);
    const manager = await signIn(app, 'anna');
    expect((await reach(manager)).body.homes).toMatchObject([
      { apartment: '1102', names: ['Lisa Ny'], level: 'received' },
      { apartment: '1201', names: ['Anna Berg'], level: 'unreached' },
    ]);
  });

  it('is shown to no other member', async () => {
    const { body: raised } = await raise(karl);
    expect(await first(lisa)).not.toHaveProperty('reached');
    const { body } = await call<AlarmDetails>(app, `GET /alarms/${raised.alarm.id}`, lisa);
    expect(body.alarm).not.toHaveProperty('reached');
  });
});

describe('exercises in the history', () => {
  it('can be listed with the alarms, listed alone, or left out', async () => {
    await raise(anna, { type: 'other', exercise: true });
    await raise(karl);
    const types = async (query: string): Promise<string[]> => {
      const path = `/buildings/${anna.buildingId}/alarms${query}`;
      const { body } = await call<Page<PastAlarm>>(app, `GET ${path}`, anna);
      return body.items.map(({ type, exercise }) => (exercise ? 'exercise' : type)).sort();
    };
    expect(await types('')).toEqual(['exercise', 'fire']);
    expect(await types('?exercise=true')).toEqual(['exercise']);
    expect(await types('?exercise=false')).toEqual(['fire']);
    expect(await types('?type=other')).toEqual(['exercise']);
    expect(await types('?type=other&exercise=false')).toEqual([]);
    const path = `/buildings/${anna.buildingId}/alarms?exercise=yes`;
    expect((await call(app, `GET ${path}`, anna)).status).toBe(400);
  });
});

describe('the timeline of an alarm', () => {
  it('shows the sender and managers all responses, and others calls for help and their own response', async () => {
    const { body: raised } = await raise(karl);
    const { id } = raised.alarm;
    const peter = await newPerson(app, { name: 'Peter Ny', apartment: '1401' });
    const doris = await newPerson(app, { name: 'Doris Ny', apartment: '1402' });
    await respond(lisa, id, { response: 'safe' });
    await respond(peter, id, { response: 'coming' });
    await respond(doris, id, { response: 'need_help' });
    const answers = async (person: Person): Promise<string[]> => {
      const { body } = await call<AlarmDetails>(app, `GET /alarms/${id}`, person);
      return body.timeline
        .filter(({ kind }) => ['safe', 'coming', 'need_help'].includes(kind))
        .map(({ name }) => String(name))
        .sort();
    };
    expect(await answers(karl)).toEqual(['Doris Ny', 'Lisa Ny', 'Peter Ny']);
    expect(await answers(anna)).toEqual(['Doris Ny', 'Lisa Ny', 'Peter Ny']);
    expect(await answers(lisa)).toEqual(['Doris Ny', 'Lisa Ny']);
    expect(await answers(doris)).toEqual(['Doris Ny']);
  });
});
