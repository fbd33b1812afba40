import { randomUUID } from 'node:crypto';
import {
  ALARM_TYPES,
  OUTCOMES,
  RECEIPT_LEVELS,
  RESPONSE_KINDS,
} from '../../../../src/contract/alarm.js';
import type { LogLine } from '../../../../../infra/local/cluster/node-process.mjs';
import { startApp } from '../../../support/start-app.js';
import { call, renew, signIn, type Person } from '../clients/http.js';
import { Cluster } from '../cluster/cluster.js';
import { attackEvents, attackRoutes, type Findings } from './attack.js';
import { eventsOf, expressRoutesOf, routesOf, type Door } from '../../../support/entry-points.js';
import type { ValidValues } from './hostile-values.js';

/** The cases of one round. Access tokens outlive a round and are renewed after it. */
const ROUND = 400;
/** A node's memory varies by this much from one round to the next. */
const MEMORY_SLACK_BYTES = 64 * 1024 * 1024;

interface Attackers {
  anna: Person;
  karl: Person;
  lisa: Person;
  admin: Person;
}

/**
 * Sends random requests to every route and random frames with every event of a built node, and
 * expects that it fails nowhere.
 * @param seed repeats a run; ids and times differ
 * @param goesOn tells by the number of cases so far whether another round follows; three quarters
 *   of them are requests
 */
export async function fuzz(seed: number, goesOn: (cases: number) => boolean): Promise<void> {
  const entryPoints = await readEntryPoints();
  const cluster = await Cluster.start({ nodes: 1, redis: false });
  const node = cluster.node(0);
  const { url } = node;
  try {
    const attackers = await signInAll(url, cluster.origin);
    const valid = await validValues(url, attackers);
    const found: Findings[] = [];
    let before = 0;
    let sent = 0;
    for (; goesOn(sent); sent += ROUND) {
      const attack = { url, origin: cluster.origin, seed: seed + sent, cases: ROUND / 4, valid };
      found.push(
        ...(await Promise.all([
          attackRoutes(attack, entryPoints.routes, attackers.anna),
          attackRoutes({ ...attack, seed: attack.seed + 1 }, entryPoints.routes, attackers.karl),
          attackRoutes({ ...attack, seed: attack.seed + 2 }, entryPoints.routes, attackers.admin),
          attackEvents(attack, entryPoints.events, attackers.lisa),
        ])),
      );
      for (const person of Object.values(attackers) as Person[]) await renew(url, person);
      // The first round loads code and fills pools, which is no leak.
      before ||= (await node.gauges()).residentBytes;
    }
    const { residentBytes } = await node.gauges();
    process.stdout.write(
      `seed ${seed}: ${sent} cases, memory ${inMb(before)} MB before and ${inMb(residentBytes)} MB ` +
        `after, answers ${JSON.stringify(sum(found))}\n`,
    );
    expect(found.flatMap(({ failures }) => failures)).toEqual([]);
    expect(node.crashes).toEqual([]);
    expect(node.log.filter(isFault)).toEqual([]);
    await node.untilReady();
    expect(residentBytes - before).toBeLessThan(MEMORY_SLACK_BYTES);
  } finally {
    await cluster.stop();
  }
}

/**
 * A busy machine's database may answer too late, or end a transaction that the node left idle for a
 * second. Neither is a fault of the node.
 */
const isFault = ({ level, err }: LogLine): boolean =>
  level >= 50 &&
  err?.code !== 'ETIMEDOUT' &&
  !/connection timeout|already released/.test(err?.message ?? '');

/** Reads the entry points from the router, so that a new route or event is attacked without a change here. */
async function readEntryPoints(): Promise<{ routes: Door[]; events: Door[] }> {
  const running = await startApp();
  const { app } = running;
  const entryPoints = { routes: routesOf(app), events: eventsOf(app) };
  const served = expressRoutesOf(app);
  await running.close();
  expect(entryPoints.routes.map(({ name }) => name).sort()).toEqual(served.sort());
  expect(entryPoints.events.map(({ name }) => name)).toContain('alarm:raise');
  return entryPoints;
}

async function signInAll(url: string, origin: string): Promise<Attackers> {
  const enter = (name: string) => signIn(url, name, origin);
  const [anna, karl, lisa, admin] = [enter('anna'), enter('karl'), enter('lisa'), enter('admin')];
  return { anna: await anna, karl: await karl, lisa: await lisa, admin: await admin };
}

/**
 * Returns values that services accept, so that hostile ones beside them reach the database. None of
 * them takes a right away from an attacker: the password is wrong, and roles stay as they are.
 */
async function validValues(url: string, { anna, karl, lisa }: Attackers): Promise<ValidValues> {
  const { buildingId } = karl;
  const sessionId = randomUUID();
  await call(url, 'POST', '/gate/validate-code', { body: { code: 'DEMO-2026', sessionId } });
  const alarmIds: string[] = [];
  for (const { token } of [karl, lisa, anna]) {
    const alarmId = randomUUID();
    const body = { alarmId, type: 'fire', separate: true };
    await call(url, 'POST', `/buildings/${buildingId}/alarms`, { token, body });
    alarmIds.push(alarmId);
  }
  return {
    id: (prng) => prng.pick([buildingId, buildingId, karl.membershipId, randomUUID()]),
    invitationId: () => randomUUID(),
    deviceId: () => randomUUID(),
    token: () => randomUUID(),
    alarmId: (prng) => prng.pick([...alarmIds, randomUUID(), buildingId]),
    type: (prng) => prng.pick(ALARM_TYPES),
    outcome: (prng) => prng.pick(OUTCOMES),
    response: (prng) => prng.pick(RESPONSE_KINDS),
    level: (prng) => prng.pick(RECEIPT_LEVELS),
    muted: (prng) => prng.next() < 0.5,
    exercise: (prng) => prng.next() < 0.5,
    separate: (prng) => prng.next() < 0.5,
    email: (prng) => prng.pick(['karl@resq.example', `${randomUUID()}@resq.example`]),
    code: (prng) => `ABCD-${1000 + prng.below(9000)}`,
    kind: (prng) => prng.pick(['personal', 'poster']),
    before: () => `${new Date().toISOString()}_${randomUUID()}`,
    after: (prng) => prng.below(10),
    action: (prng) => prng.pick(['alarm', 'alarm.raised']),
    ...always({ buildingId, membershipId: karl.membershipId, sessionId, homes: 20 }),
    ...always({
      place: 'Vinden',
      note: 'Rök i trapphuset',
      name: 'Karl Ek',
      personName: 'Karl Ek',
    }),
    ...always({ address: 'Storgatan 16, Umeå', entrance: 'A', apartment: '1301', company: 'BRF' }),
    ...always({ password: 'fel-losenord-för-alla', current: 'fel-losenord-för-alla' }),
    ...always({ role: 'resident', status: 'active', maySend: true, everywhere: false, epoch: 'x' }),
    ...always({ sound: 'armed', push: 'off', visible: true, build: 'x', tested: true }),
  };
}

const inMb = (bytes: number): number => Math.round(bytes / 1024 / 1024);

const always = (values: Record<string, unknown>): ValidValues =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, () => value]));

function sum(found: Findings[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [answer, count] of found.flatMap(({ answers }) => Object.entries(answers))) {
    total[answer] = (total[answer] ?? 0) + count;
  }
  return total;
}
