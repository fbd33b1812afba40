import { writeSync } from 'node:fs';
import { Caddy } from '../../../infra/local/cluster/caddy.mjs';
import { freePort } from '../../../infra/local/ports.mjs';
import { until } from '../support/wait-until.js';
import { Cluster } from './harness/cluster/cluster.js';
import { hasCaddy } from './harness/cluster/has-caddy.js';
import { boundOf, measured } from './harness/history/figures.js';
import { Scene } from './harness/schedule/scene.js';

/** Members reach the nodes through the proxy of production only. */

const TABS = 6;
const BOUND_MS = boundOf('proxied');
const LEAVES_MS = 15_000;
const ROW_MS = 120_000;

if (!hasCaddy) writeSync(1, 'NOT RUN: a rolling restart behind the proxy. Install caddy for it.\n');

let cluster: Cluster;
let caddy: Caddy;
let scene: Scene;

beforeAll(async () => {
  if (!hasCaddy) return;
  cluster = await Cluster.start({ nodes: 2 });
  const ports = cluster.nodes.map(({ port }) => port);
  caddy = await Caddy.before(ports, `http://localhost:${await freePort()}`);
  scene = await Scene.on(cluster);
}, ROW_MS);

afterAll(async () => {
  if (!hasCaddy) return;
  scene.clients.forEach((client) => client.close());
  await caddy.stop();
  await cluster.stop();
}, ROW_MS);

(hasCaddy ? it : it.skip)(
  'no alarm is lost or late behind the proxy while its nodes are restarted one after the other',
  async () => {
    const members = [scene.anna, scene.lisa];
    for (let n = 0; n < TABS; n += 1) await scene.open(members[n % 2]!, caddy.url);
    let goesOn = true;
    const pressing = (async () => {
      while (goesOn) {
        const { id } = await scene.press(scene.karl, [caddy.url], { boundMs: BOUND_MS });
        await scene.end(scene.karl, id, [caddy.url]);
      }
    })();
    // The second round stops each node soon after the other one has failed the proxy.
    for (const node of [...cluster.nodes, ...cluster.nodes]) {
      const pressed = scene.history.presses.length;
      const since = performance.now();
      await node.kill('SIGTERM');
      expect(performance.now() - since).toBeLessThan(LEAVES_MS);
      await node.start();
      await until('alarms go on', LEAVES_MS, () => scene.history.presses.length > pressed + 5);
      await until('every tab is connected', LEAVES_MS, () =>
        scene.clients.every(({ isConnected }) => isConnected),
      );
    }
    goesOn = false;
    await pressing;
    await scene.settled();
    const { presses } = scene.history;
    measured(
      'proxied',
      presses.flatMap((press) => scene.clients.map((tab) => tab.shownMs(press)).filter(isFinite)),
      presses.length,
    );
    expect(new Set(presses.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
    expect(await scene.violations()).toEqual([]);
    for (const node of cluster.nodes) expect(node.crashes).toEqual([]);
  },
  ROW_MS,
);
