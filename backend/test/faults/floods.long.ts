import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../infra/local/percentile.mjs';
import { openTab, type Tab } from '../support/client.js';
import { newMember, signIn, type Person } from './harness/clients/http.js';
import { Cluster } from './harness/cluster/cluster.js';

/**
 * Accounts send as much as they can while a resident presses. They may slow her down a little, but
 * not refuse her, flood her neighbours, or fill the node's memory.
 */

const PRESSES = 20;
const EVERY_MS = 150;
/** The bounds that the attack may move: times the calm p99 of the same run, and resident memory. */
const SLOWER = 3;
const MEMORY_BYTES = 50 * 2 ** 20;

type Codes = Record<string, number>;

let cluster: Cluster;
let flooders: ChildProcess;
let residents: { warmUp: Person; calm: Person; flooded: Person };
let neighbour: Tab;
let alarmId: string;
let stranger: Person;
let outsider: Person;
let caller: Person;
let paused: Person;

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 1, env: { RATE_LIMITS: 'on' } });
  const { url } = cluster.node(0);
  // The node is ready before its demo building is there; a sign-in waits for that.
  const anna = await signIn(url, 'anna', cluster.origin);
  const member = (apartment: string) => newMember(url, apartment, cluster.origin);
  residents = {
    warmUp: await member('1500'),
    calm: await member('1501'),
    flooded: await member('1502'),
  };
  [stranger, outsider] = [
    await signIn(url, 'otto', cluster.origin),
    await signIn(url, 'admin', cluster.origin),
  ];
  [caller, paused] = [await member('1503'), await member('1504')];
  await cluster.database.query('update memberships set may_send = false where id = $1', [
    paused.membershipId,
  ]);
  neighbour = await openTab({ url }, anna, cluster.origin);
  alarmId = randomUUID();
  const { buildingId } = anna;
  await neighbour.socket.emitWithAck('alarm:raise', { buildingId, alarmId, type: 'fire' });
  flooders = fork(join(__dirname, 'harness/clients/flood-host.mjs'));
}, 60_000);

afterAll(async () => {
  flooders.disconnect();
  neighbour.close();
  await cluster.stop();
});

const flood = (person: Person, count: number, event: string, payload: object) => ({
  ...{ url: cluster.node(0).url, origin: cluster.origin, token: person.token },
  ...{ count, event, payload },
});

async function connectFlooders(): Promise<void> {
  const { buildingId } = residents.calm;
  const raise = { alarmId: 'uuid', type: 'fire' };
  flooders.send([
    flood(stranger, 8_000, 'alarm:raise', { ...raise, buildingId }),
    flood(stranger, 2_000, 'alarm:respond', { alarmId: 'uuid', response: 'need_help' }),
    flood(outsider, 2_000, 'alarm:raise', { ...raise, buildingId: 'uuid' }),
    flood(outsider, 2_000, 'alarm:respond', { alarmId: 'uuid', response: 'safe' }),
    flood(caller, 2_000, 'alarm:respond', { alarmId, response: 'need_help', place: 'Plan #' }),
    flood(paused, 500, 'alarm:raise', { ...raise, buildingId }),
  ]);
  await once(flooders, 'message');
}

/** @returns how long each press took, in milliseconds; it fails when one is refused */
async function press(person: Person): Promise<number[]> {
  const tab = await openTab({ url: cluster.node(0).url }, person, cluster.origin);
  const { buildingId } = person;
  const durations: number[] = [];
  for (let n = 0; n < PRESSES; n += 1) {
    const since = performance.now();
    const request = { buildingId, alarmId: randomUUID(), type: 'fire' as const };
    const ack = await tab.socket.emitWithAck('alarm:raise', request);
    durations.push(performance.now() - since);
    expect(ack).toMatchObject({ ok: true, merged: true });
    await sleep(EVERY_MS);
  }
  tab.close();
  return durations;
}

it('lets a resident press at nearly her usual speed, and her neighbours see one event a second', async () => {
  await connectFlooders();
  await press(residents.warmUp);
  const before = await cluster.node(0).gauges();
  const calm = percentile(await press(residents.calm), 0.99);
  const seen = neighbour.all('alarm:event').length;

  const since = performance.now();
  flooders.send('pour');
  const poured = once(flooders, 'message') as Promise<[Codes[]]>;
  const flooded = percentile(await press(residents.flooded), 0.99);
  const [codes] = await poured;
  const seconds = (performance.now() - since) / 1_000;

  const after = await cluster.node(0).gauges();
  expect(flooded / calm).toBeLessThan(SLOWER);
  expect(after.residentBytes - before.residentBytes).toBeLessThan(MEMORY_BYTES);
  // The resident's own witness, the first call for help, and one merged call a second after it.
  expect(neighbour.all('alarm:event').length - seen).toBeLessThanOrEqual(seconds + 3);
  const saved = await cluster.database.query('select 1 from presses where membership_id = $1', [
    residents.flooded.membershipId,
  ]);
  expect(saved.rows).toHaveLength(PRESSES);

  const [strange, strangeResponse, unknown, unknownResponse, calls, refused] = codes;
  for (const one of [strange, strangeResponse, unknown, unknownResponse, refused]) {
    expect(one).not.toHaveProperty('ok');
  }
  expect(Object.keys(strange ?? {})).toContain('building.not_a_member');
  expect(calls?.['ok']).toBeGreaterThan(0);
}, 90_000);
