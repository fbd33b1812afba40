import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../../../infra/local/percentile.mjs';
import { PushService } from '../support/push-service.js';
import { until } from '../support/wait-until.js';
import { Crowd } from './harness/clients/crowd.js';
import { Cluster } from './harness/cluster/cluster.js';
import { remarked } from './harness/history/figures.js';
import { Scene } from './harness/schedule/scene.js';

/** Pushes that a slow push service holds up delay no socket. */
const SUBSCRIPTIONS = 500;
const HANGING = 100;
const SOCKETS = SUBSCRIPTIONS * 2;
const PAIRS = 10;
const RATIO_MAX = 1.2;
/** All hanging requests time out within two rounds of five seconds. */
const DONE_MS = 30_000;
const ROW_MS = 10 * 60_000;

let service: PushService;
let cluster: Cluster;
let scene: Scene;
let crowd: Crowd;

beforeAll(async () => {
  service = await PushService.start();
  cluster = await Cluster.start({ nodes: 2, env: { PUSH_TEST_HOST: service.host } });
  scene = await Scene.on(cluster);
  crowd = new Crowd();
  await scene.fill(crowd, SOCKETS);
  await subscribeAll();
  for (let n = 0; n < 3; n += 1) await last(true);
}, ROW_MS);

afterAll(async () => {
  crowd.close();
  await cluster.stop();
  await service.close();
});

async function subscribeAll(): Promise<void> {
  const all = Array.from({ length: SUBSCRIPTIONS }, () => service.newSubscription());
  all.slice(0, HANGING).forEach((one) => (one.behaviour = 'hang'));
  const keys = all.map((one) => one.request('').keys);
  await cluster.database.query(
    `with sign_ins as (
       select s.id, s.user_id, row_number() over (order by s.id) as nr
         from auth_sessions s join users u on u.id = s.user_id and u.password_hash = 'none'
     ), given as (
       select *, gen_random_uuid() as device_id
         from unnest($1::text[], $2::text[], $3::text[]) with ordinality
           as g(endpoint, p256dh, auth, nr)
         join sign_ins using (nr)
     ), added as (
       insert into devices (user_id, device_id, label, sound, push, seen_at)
       select user_id, device_id, 'Chrome', 'armed', 'on', now() from given
     )
     insert into push_subscriptions
            (id, user_id, device_id, session_id, endpoint, p256dh, auth, created_at)
     select gen_random_uuid(), user_id, device_id, id, endpoint, p256dh, auth, now() from given`,
    [all.map(({ endpoint }) => endpoint), keys.map((k) => k.p256dh), keys.map((k) => k.auth)],
  );
}

const setPushes = (areOn: boolean) =>
  cluster.database.query(
    `update push_subscriptions set dead_at = case when $1 then null else now() end`,
    [areOn],
  );

/** @returns the milliseconds from a press to the last screen, with or without pushes beside it */
async function last(withPushes: boolean): Promise<number> {
  await setPushes(withPushes);
  const before = service.received.length;
  const url = cluster.urls[0]!;
  const { id, seq, sentAtMs } = await scene.press(scene.karl, [url]);
  const sightings = await crowd.shown(seq!);
  const ms = Math.max(...sightings.map(({ atMs }) => atMs)) - sentAtMs;
  if (withPushes) {
    const wanted = before + SUBSCRIPTIONS;
    await until('all pushes', DONE_MS, () => service.received.length >= wanted);
  }
  await scene.end(scene.karl, id, [url]);
  // A push that hangs is tried again for minutes, but not once its subscription has ended.
  await setPushes(false);
  await until('no push is under way', DONE_MS, async () => {
    const { rows } = await cluster.database.query(
      `select 1 from outbox where name like 'push.%' and done_at is null and due_at <= now()`,
    );
    return rows.length === 0;
  });
  await pause(200);
  return ms;
}

it(
  'a hundred hanging devices of five hundred delay no screen',
  async () => {
    const times = { without: [] as number[], beside: [] as number[] };
    // In turns, so that other load on the machine meets both alike.
    for (let n = 0; n < PAIRS; n += 1) {
      times.without.push(await last(false));
      times.beside.push(await last(true));
    }
    const [without, beside] = [percentile(times.without, 0.5), percentile(times.beside, 0.5)];
    remarked(
      `Press → last of ${SOCKETS} screens: ${without.toFixed(0)} ms; beside pushes ${beside.toFixed(0)} ms.`,
    );
    expect(service.faults).toEqual([]);
    expect(beside / without).toBeLessThan(RATIO_MAX);
  },
  ROW_MS,
);
