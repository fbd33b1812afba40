import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ConnectionSweeper } from '../../src/modules/alarms/live/connection-sweeper.js';
import { StreamPump } from '../../src/modules/alarms/live/pump.js';
import { Notifications } from '../../src/platform/database/notifications.js';
import { openTab, signIn, type Person, type Tab } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';

/** Two nodes without Redis. The second one reaches the database through a proxy. */

let first: TestApp;
let second: TestApp;
let proxy: TcpProxy;
let karl: Person;
let sender: Tab;
let tab: Tab;

beforeEach(async () => {
  first = await startApp();
  const { clock, dataDir, databaseUrl } = first;
  proxy = await (await TcpProxy.before(databaseUrl)).open();
  second = await startApp({ databaseUrl: proxy.url, clock, env: { DATA_DIR: dataDir } });
  karl = await signIn(first, 'karl');
  sender = await openTab(first, karl);
  tab = await openTab(second, await signIn(second, 'lisa'));
  // Without its look every second, what the second node hears it hears by NOTIFY.
  second.app.get(ConnectionSweeper).onApplicationShutdown();
});

afterEach(async () => {
  jest.restoreAllMocks();
  sender.close();
  tab.close();
  await proxy.open();
  await second.close();
  await first.close();
  await proxy.close();
});

/** By socket: two nodes in one process share Passport, which would ask at the second node's proxy. */
const raise = () =>
  sender.socket.emitWithAck('alarm:raise', {
    buildingId: karl.buildingId,
    alarmId: randomUUID(),
    type: 'fire',
    separate: true,
  });

const listening = (node: TestApp): Promise<void> =>
  new Promise((resolve) => node.app.get(Notifications).onListening(resolve));

it('a dropped LISTEN is taken up again', async () => {
  const again = listening(second);
  await first.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'resq-listen' and datname = current_database()`,
  );
  await again;
  await raise();
  expect(await tab.until('alarm:event')).toMatchObject({ seq: 1 });
});

it('what was missed meanwhile is looked for at the re-LISTEN', async () => {
  await proxy.close();
  await raise();
  expect(tab.all('alarm:event')).toEqual([]);
  await proxy.open();
  expect(await tab.until('alarm:event')).toMatchObject({ seq: 1 });
});

it('a half-open LISTEN is noticed by its probe', async () => {
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

it('a connection that PostgreSQL no longer notifies is noticed although it answers', async () => {
  const notifications = second.app.get(Notifications);
  const again = listening(second);
  // Like a pooler that hands our session to somebody else.
  await clientOf(notifications).query('unlisten *');
  await notifications.probe();
  await again;
  await raise();
  expect(await tab.until('alarm:event')).toMatchObject({ seq: 1 });
});

it('nobody hears of a press that was not committed', async () => {
  const woken = jest.spyOn(second.app.get(StreamPump), 'wake');
  const buildingId = karl.buildingId;
  await raise();
  await tab.until('alarm:event');
  const before = woken.mock.calls.length;
  await first.database
    .transaction(async (tx) => {
      await tx.query(`select pg_notify('resq', $1)`, [
        JSON.stringify({ topic: 'building', id: buildingId, mark: '99' }),
      ]);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await raise();
  await tab.until('alarm:event', 2);
  expect(woken.mock.calls.length - before).toBe(1);
});

function clientOf(notifications: Notifications): pg.Client {
  return (notifications as unknown as { client: pg.Client }).client;
}
