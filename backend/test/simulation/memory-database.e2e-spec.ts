import type { DataSource } from 'typeorm';
import type { AlarmType } from '../../src/contract/alarm.js';
import { pressRule } from '../../src/modules/alarms/model/press-rule.js';
import type { EpochRenewal } from '../../src/modules/alarms/stream/epoch-renewal.js';
import { StreamReader } from '../../src/modules/alarms/stream/stream-reader.repository.js';
import { StreamWriter } from '../../src/modules/alarms/stream/stream-writer.repository.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { isContention } from '../../src/platform/database/outage.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { schema } from '../../src/schema.js';
import { dump, restore, rollBackDisk } from '../support/restores.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { TestClock } from '../support/test-clock.js';
import type { MemoryMember } from './harness/memory-database.js';
import { MemoryServer } from './harness/memory-server.js';
import { Scheduler, type Task } from './harness/scheduler.js';

const FAR = new Date('2100-01-01T00:00:00Z');

/** Runs every statement at once, so that nothing waits for a schedule. */
class ImmediateScheduler extends Scheduler {
  override post(task: Task): void {
    task.run();
  }
}

interface Database {
  source: DataSource;
  transactions: Transactions;
  save(): Promise<void>;
  /** Goes back to what was saved, as a reload of a dump does. */
  restore(): Promise<void>;
  /** Takes the last commit back, as an old disk does. */
  rollBack(head: number): Promise<void>;
}

const startMs = Date.now();
let source: DataSource;
let url: string;

beforeAll(async () => {
  url = await createSeededDatabase();
  source = await createDataSource(url, schema).initialize();
});

afterAll(() => source.destroy());

it('the database in memory answers the statements of the stream as PostgreSQL does', async () => {
  const [{ buildingId = '' } = {}] = await source.query<{ buildingId: string }[]>(
    `select building_id as "buildingId" from memberships group by 1 order by count(*) desc limit 1`,
  );
  const members = await source.query<MemoryMember[]>(
    `select id, user_id as "userId", role, may_send as "maySend", name, entrance, apartment
       from memberships where building_id = $1 and status = 'active' order by id`,
    [buildingId],
  );
  const postgres = await play(onPostgres(), buildingId, members);
  const memory = await play(inMemory(buildingId, members), buildingId, members);
  expect(postgres.length).toBeGreaterThan(20);
  expect(memory).toEqual(postgres);
});

function onPostgres(): Database {
  return {
    source,
    transactions: new Transactions(source),
    save: () => dump(url),
    restore: () => restore(url),
    rollBack: (head) => rollBackDisk(url, head),
  };
}

function inMemory(buildingId: string, members: MemoryMember[]): Database {
  const server = new MemoryServer(new ImmediateScheduler(), buildingId, members);
  let commits = 0;
  const transactions = server.transactions('test') as Transactions;
  const run: Transactions['run'] = async (work) => {
    const before = server.rows;
    const result = await transactions.run(work);
    if (server.rows !== before) commits += 1;
    return result;
  };
  return {
    source: server.dataSource('test') as DataSource,
    transactions: { run } as Transactions,
    save: () => Promise.resolve(void (commits = 0)),
    restore: () => Promise.resolve(server.restore('foreign', commits)),
    rollBack: () => Promise.resolve(server.restore('disk', 1)),
  };
}

/** Does the same on any database. @returns all answers, with the epochs numbered in their order */
async function play(
  database: Database,
  buildingId: string,
  members: MemoryMember[],
): Promise<unknown[]> {
  const { source, transactions } = database;
  const clock = new TestClock();
  clock.step(startMs - clock.now().getTime());
  const answers: unknown[] = [];
  const writer = new StreamWriter();
  const renew = async ({ epoch }: { epoch: string }): Promise<void> => {
    await transactions.run((tx) => writer.renewEpoch(tx, buildingId, epoch));
  };
  const renewal = { renew } as unknown as EpochRenewal;
  const reader = new StreamReader(source, source, clock, writer, renewal);
  const epochs: string[] = [];
  const record = (answer: unknown): void => {
    const text = JSON.stringify(answer, (key, value: unknown) => {
      if (key === 'now') return undefined;
      const isEpoch = ['epoch', 'restoredEpoch'].includes(key) && typeof value === 'string';
      if (!isEpoch || value === '') return withoutZone(value);
      if (!epochs.includes(value)) epochs.push(value);
      return `epoch ${epochs.indexOf(value)}`;
    });
    answers.push(JSON.parse(text ?? 'null'));
  };
  const look = async (): Promise<void> => {
    record([...(await reader.heads([buildingId])).values()]);
    for (const after of [0, 1, 2, 9]) {
      const slice = await reader.read(buildingId, { after, limit: 2, withMembers: after === 0 });
      record({ ...slice, members: [...slice.members].sort() });
    }
  };
  const press = (id: string, by: number, type: AlarmType, until = FAR): Promise<void> =>
    transactions.run(async (tx) => {
      const { userId = '', id: membershipId = '' } = members[by] ?? {};
      const stream = await writer.lock(tx, buildingId, userId, false);
      record(stream);
      const since = clock.ago(60_000);
      const at = clock.now();
      const alarmId = uuid(id);
      const state = await writer.readState(tx, { buildingId, userId, alarmId, since });
      record(state);
      if (!stream || !state.member) throw new Error('not a member');
      const {
        steps,
        record: alarm,
        press: made,
      } = pressRule({ alarmId, type }, false)({ ...state, member: state.member }, at);
      const { epoch } = stream;
      let seq = stream.head;
      for (const step of steps) await writer.append(tx, step, { epoch, seq: (seq += 1), at });
      if (!made) return;
      const saved = { id: alarmId, buildingId, membershipId, alarmId: alarm.id, epoch, seq };
      const isSaved = await writer.savePress(tx, { ...saved, merged: made.merged }, at, until);
      record({ isSaved });
      if (!isSaved) throw new Error('too late');
    });
  const step = async (work: Promise<unknown>): Promise<void> => {
    clock.step(1_000);
    await work.catch((error: Error) => record({ error: error.message }));
    await look();
  };

  await look();
  await step(press('1', 0, 'fire'));
  await step(press('2', 1, 'fire'));
  await step(press('1', 0, 'fire'));
  await step(press('3', 0, 'medical', new Date(0)));
  record(await transactions.run((tx) => writer.lock(tx, buildingId, uuid('f'), false)));
  await transactions.run(async (tx) => {
    await writer.lock(tx, buildingId, members[0]?.userId, false);
    const other = transactions.run((second) => writer.lock(second, buildingId, undefined, false));
    record(await other.then(() => 'no contention', isContention));
  });
  await database.save();
  await step(press('4', 1, 'medical'));
  await database.restore();
  record([...(await reader.heads([buildingId])).values()]);
  await step(press('5', 0, 'medical'));
  await step(press('6', 1, 'other'));
  await database.rollBack(3);
  await look();
  await step(press('7', 1, 'other'));
  return answers;
}

const uuid = (digit: string): string => `${digit.repeat(8)}-1111-4111-8111-111111111111`;

/** PostgreSQL writes times in JSON with another zone than JavaScript. */
function withoutZone(value: unknown): unknown {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return isTime ? new Date(value).toISOString() : value;
}
