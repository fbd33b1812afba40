import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ConnectionSweeper } from '../../src/modules/alarms/live/connection-sweeper.js';
import { StreamPump } from '../../src/modules/alarms/live/pump.js';
import { Notifications } from '../../src/platform/database/notifications.js';
import { openTab, signIn, type Person, type Tab } from '../support/client.js';
import { followOnly, repeatSignals } from '../support/signals.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** Two nodes without Redis. The second one reaches the database through a proxy. */

let first: TestApp;
let second: TestApp;
let proxy: TcpProxy;
let karl: Person;
let sender: Tab;
let tab: Tab;
let stopRepeating: () => void;

beforeEach(async () => {
  first = await startApp();
  const { clock, dataDir, databaseUrl } = first;
  proxy = await (await TcpProxy.before(databaseUrl)).open();
  second = await startApp({ databaseUrl: proxy.url, clock, env: { DATA_DIR: dataDir } });
  karl = await signIn(first, 'karl');
  sender = await openTab(first, karl);
  tab = await openTab(second, await signIn(second, 'lisa'));
  // Without polling, an alarm reaches the second node only by NOTIFY.
  second.app.get(ConnectionSweeper).onApplicationShutdown();
  stopRepeating = repeatSignals(first);
});

afterEach(async () => {
  stopRepeating();
  jest.restoreAllMocks();
  sender.close();
  tab.close();
  await proxy.open();
  await second.close();
  await first.close();
  await proxy.close();
});

/** Uses the socket, as both nodes share Passport, which reads through the second node's proxy. */
const raise = () =>
  sender.socket.emitWithAck('alarm:raise', {
    buildingId: karl.buildingId,
    alarmId: randomUUID(),
    type: 'fire',
    separate: true,
  });

const listening = (node: TestApp): Promise<void> =>
  new Promise((resolve) => node.app.get(Notifications).onListening(resolve));

it('a node listens again after its LISTEN connection was terminated', async () => {
  const again = listening(second);
  await first.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'resq-listen' and datname = current_database()`,
  );
  await again;
  await raise();
  expect(await tab.until('alarm:event')).toMatchObject({ seq: 1 });
});

it('a node replaces a LISTEN connection that ended as it began to listen', async () => {
  const { query } = pg.Client.prototype as { query: (...given: unknown[]) => unknown };
  let hasEnded = false;
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const result = query.apply(this, given);
    if (given[0] !== 'listen resq' || hasEnded) return result;
    hasEnded = true;
    return (result as Promise<unknown>).then(() => this.end());
  });
  await clientOf(second.app.get(Notifications)).end();
  await until('the connection has ended', ARRIVES_MS, () => hasEnded);
  await raise();
  expect(await tab.until('alarm:event')).toMatchObject({ seq: 1 });
});

it('a node polls for missed alarms as soon as it listens again', async () => {
  stopRepeating();
  const pump = second.app.get(StreamPump);
  const look = jest.spyOn(pump, 'poll');
  await proxy.close();
  await raise();
  await tab.roundTrip();
  expect(tab.all('alarm:event')).toEqual([]);
  expect(look).not.toHaveBeenCalled();
  const again = listening(second);
  await proxy.open();
  await again;
  expect(look).toHaveBeenCalled();
  // That poll may have used a broken connection of the pool, as any poll may.
  await until('the alarm is shown', ARRIVES_MS, async () => {
    await pump.poll().catch(() => undefined);
    return tab.all('alarm:event').length === 1;
  });
});

it('a probe replaces a half-open LISTEN connection', async () => {
  const notifications = second.app.get(Notifications);
  const ended = new Promise<void>((end) => clientOf(notifications).once('end', end));
  proxy.become('black-hole');
  await notifications.probe();
  await ended;
  const again = listening(second);
  await proxy.open();
  await again;
  await raise();
  expect(await tab.until('alarm:event')).toMatchObject({ seq: 1 });
});

it('a probe replaces a connection that answers but no longer receives NOTIFY', async () => {
  const notifications = second.app.get(Notifications);
  const again = listening(second);
  // A connection pooler has this effect when it gives our session to another client.
  await clientOf(notifications).query('unlisten *');
  await notifications.probe();
  await again;
  await raise();
  expect(await tab.until('alarm:event')).toMatchObject({ seq: 1 });
});

it('a transaction that is rolled back sends no NOTIFY', async () => {
  const received = followOnly(second, []);
  const notify = `select pg_notify('resq', $1)`;
  const signal = (dedupKey: string): string =>
    JSON.stringify({ topic: 'building', id: karl.buildingId, dedupKey });
  await first.database
    .transaction(async (tx) => {
      await tx.query(notify, [signal('rolled back')]);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await until('a later NOTIFY arrives', ARRIVES_MS, async () => {
    await first.database.query(notify, [signal('committed')]);
    return received.some((one) => one.signal.dedupKey === 'committed');
  });
  expect(received.map((one) => one.signal.dedupKey)).not.toContain('rolled back');
});

function clientOf(notifications: Notifications): pg.Client {
  return (notifications as unknown as { client: pg.Client }).client;
}
