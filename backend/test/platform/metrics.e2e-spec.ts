import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../infra/local/ports.mjs';
import { boot, type RunningApp } from '../../src/boot.js';
import { Probe } from '../../src/modules/alarms/probe/probe.js';
import { readConfig } from '../../src/platform/config.js';
import { createLogger } from '../../src/platform/logging.js';
import { Metrics } from '../../src/platform/metrics.js';
import { callOnce, openTab, signIn, untilSaved, type Person } from '../support/client.js';
import { ownerUrlOf } from '../support/create-database.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { ORIGIN } from '../support/start-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** A node that is started as in production, with a proxy in front of its database. */

const ROOT = join(import.meta.dirname, '../../..');

let proxy: TcpProxy;
let dataDir: string;
let node: RunningApp & { url: string };
let metricsPort: number;
let karl: Person;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'resq-metrics-'));
  proxy = await TcpProxy.before(await createSeededDatabase());
  await proxy.open();
  const port = await freePort();
  metricsPort = await freePort();
  const app = await boot({
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_URL: ORIGIN,
    DATABASE_URL: proxy.url,
    DATABASE_OWNER_URL: ownerUrlOf(proxy.url),
    REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
    DATA_DIR: dataDir,
    DEMO: 'on',
    LOG_LEVEL: 'silent',
  });
  node = { ...app, url: `http://127.0.0.1:${port}` };
  await node.ready;
  karl = await signIn(node, 'karl');
});

afterAll(async () => {
  proxy.become('clear');
  await node.close();
  await proxy.close();
  process.removeAllListeners('unhandledRejection');
  rmSync(dataDir, { recursive: true, force: true });
});

const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

/** @returns the value of a series; undefined when it is left out */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

/** @returns the metrics of the probe, which is a process of its own */
async function probed() {
  const config = readConfig({ DATABASE_URL: proxy.url, DATA_DIR: dataDir });
  const metrics = new Metrics(config, createLogger('silent'));
  new Probe({ metrics } as ConstructorParameters<typeof Probe>[0]);
  return (await metrics.text()).matchAll(/^# TYPE (resq_\w+)/gm);
}

const press = () =>
  callOnce(node, `POST /buildings/${karl.buildingId}/alarms`, {
    token: karl.token,
    body: { alarmId: randomUUID(), type: 'fire', separate: true },
  });

it('an alarm is counted once for each step at a node', async () => {
  const tab = await openTab(node, karl);
  const before = await scrape();
  await untilSaved(press);
  const { alarm } = await tab.until('alarm:event');
  const { deviceId } = tab.socket.auth as { deviceId: string };
  await tab.socket.emitWithAck('alarm:receipt', {
    alarmId: alarm.id,
    deviceId,
    level: 'received',
  });
  const after = await scrape();
  const rise = (series: string) => (valueOf(after, series) ?? 0) - (valueOf(before, series) ?? 0);
  const ways = ['process', 'redis', 'notify', 'poll'];
  const emitted = ways.map((way) => rise(`resq_alarm_emit_seconds_count{way="${way}"}`));
  expect(emitted.reduce((sum, one) => sum + one)).toBe(1);
  expect([
    rise('resq_presses_total{kind="real",result="saved"}'),
    rise('resq_alarms_total{type="fire",kind="real"}'),
    rise('resq_press_seconds_count'),
    rise('resq_alarm_receipt_seconds_count{level="received"}'),
  ]).toEqual([1, 1, 1, 1]);
  expect(valueOf(after, 'resq_connections')).toBe(1);
  // They are read from time to time, and a busy machine may honestly be not ready for a while.
  await until('the node is ready and knows the homes', ARRIVES_MS, async () => {
    const now = await scrape();
    return (
      valueOf(now, 'resq_node_ready') === 1 && (valueOf(now, 'resq_homes{state="known"}') ?? 0) > 1
    );
  });
  expect(after.split('\n').filter((line) => /^[a-z]/.test(line)).length).toBeLessThan(400);
  tab.close();
});

it('each metric is in the documents, and nothing else is', async () => {
  await callOnce(node, 'GET /unknown');
  const served = (await scrape()).matchAll(/^# TYPE (resq_\w+)/gm);
  const names = [...new Set([...served, ...(await probed())].map(([, name = '']) => name))].sort();
  // Prometheus adds these endings to the name of a histogram.
  const used = (text: string) =>
    [...text.matchAll(/\bresq_[a-z_]+\b(?!@)/g)]
      .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
      .filter((name) => !['resq_app', 'resq_rt', 'resq_known', 'resq_challenge'].includes(name));
  const documented = used(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8'));
  expect([...new Set(documented)].sort()).toEqual(names);
  const folder = join(ROOT, 'infra/monitoring');
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  for (const file of files.filter((name) => /\.(yml|json|md)$/.test(name)))
    for (const name of used(readFileSync(join(folder, file), 'utf8')))
      expect(names).toContain(name);
});

it('no value is NaN while the database is away, and the node counts as not ready', async () => {
  proxy.become('black-hole');
  await until('the node is not ready', ARRIVES_MS, async () => {
    return valueOf(await scrape(), 'resq_node_ready') === 0;
  });
  expect((await press()).status).toBe(503);
  const text = await scrape();
  expect(text).not.toMatch(/NaN/i);
  expect(text).not.toMatch(/^resq_(outbox_rows|outbox_late|homes|database_connections)\S* /m);
  expect(valueOf(text, 'resq_errors_total{code="alarm.not_kept",way="http"}')).toBe(1);
});
