import type { DataSource } from 'typeorm';
import type { AlarmType } from '../../src/contract/alarm.js';
import { pressRule } from '../../src/modules/alarms/model/press.js';
import { ChangeRowsFactory } from '../../src/modules/alarms/stream/change-rows.js';
import { StreamReader } from '../../src/modules/alarms/stream/stream-reader.repository.js';
import { StreamWriter } from '../../src/modules/alarms/stream/stream-writer.repository.js';
import { createLogger } from '../../src/platform/logging.js';
import { connect } from '../support/connect.js';
import { dump, restore, rollBackDisk } from '../support/restores.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { TestClock } from '../support/test-clock.js';
import type { MemoryMember } from './harness/memory-database.js';
import { MemoryServer } from './harness/memory-server.js';
import { Scheduler, type Task } from './harness/scheduler.js';

const FAR = new Date('2100-01-01T00:00:00Z');

/** These differ between any two databases, and the sign-ins are not simulated. */
const UNLIKE = ['now', 'version', 'memberVersion', 'isSignedIn'];

/** Runs every statement at once, so that nothing waits for a schedule. */
class ImmediateScheduler extends Scheduler {
  override post(task: Task): void {
    task.run();
  }
}

interface Database {
  source: DataSource;
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
  source = await connect(url);
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
    save: () => dump(url),
    restore: () => restore(url),
    rollBack: (head) => rollBackDisk(url, head),
  };
}

function inMemory(buildingId: string, members: MemoryMember[]): Database {
  const server = new MemoryServer(new ImmediateScheduler(), buildingId, members);
  let saved = server.rows;
  return {
    source: server.dataSource('test', '') as DataSource,
    save: () => Promise.resolve(void (saved = server.rows)),
    restore: () => Promise.resolve(server.restore('foreign', server.commitsSince(saved))),
    rollBack: () => Promise.resolve(server.restore('disk', 1)),
  };
}

/** Does the same on any database. @returns all answers, with the epochs numbered in their order */
async function play(
  database: Database,
  buildingId: string,
  members: MemoryMember[],
): Promise<unknown[]> {
  const { source } = database;
  const clock = new TestClock();
  clock.step(startMs - clock.now().getTime());
  const answers: unknown[] = [];
  const signals = { publish: () => undefined } as never;
  const writer = new StreamWriter(source, signals, createLogger('silent'));
  const jobs = { reserved: () => [] } as never;
  const changes = new ChangeRowsFactory({ entriesOf: () => [] } as never, jobs);
  const reader = new StreamReader(source, source, clock, writer);
  const epochs: string[] = [];
  const record = (answer: unknown): void => {
    const text = JSON.stringify(answer, (key, value: unknown) => {
      if (UNLIKE.includes(key)) return undefined;
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
      record({ ...slice, members: slice.members && [...slice.members].sort() });
      if (slice.members === null) continue;
      const known = { after, limit: 2, withMembers: true, knownMembers: slice.memberVersion };
      record((await reader.read(buildingId, known)).members);
    }
  };
  const read = async (id: string, userId = uuid('f')) => {
    const actor = { userId, sessionId: userId };
    const since = clock.ago(60_000);
    // The database in memory always reads all active alarms.
    const all = { overBy: clock.now(), pressedAfter: '-infinity' } as const;
    const found = await writer.read({ buildingId, actor, alarmId: uuid(id), since, ...all });
    record(found);
    return found;
  };
  const press = async (id: string, by: number, type: AlarmType, until = FAR): Promise<void> => {
    const found = await read(id, members[by]?.userId);
    if (!found) return writer.prepare(buildingId, undefined);
    const { stream, state } = found;
    if (!state.member) throw new Error('not a member');
    const at = clock.now();
    const change = pressRule({ alarmId: uuid(id), type }, false)(
      { ...state, member: state.member },
      at,
    );
    const { rows } = changes.make({ stream, state, change, at });
    const save = () =>
      writer.save({ buildingId, version: stream.version, rows, until, mayWait: false });
    record(await save());
    // The same version is saved once only, unless the first time wrote nothing.
    record(await save());
    if (!stream.isOwn) await writer.renewEpoch(buildingId, stream);
  };
  const step = async (work: Promise<unknown>): Promise<void> => {
    clock.step(1_000);
    await work.catch((error: Error) => record({ error: error.message }));
    await look();
  };

  await look();
  await step(press('1', 0, 'fire'));
  await step(press('1', 0, 'fire'));
  await step(press('2', 1, 'fire'));
  await step(press('1', 0, 'fire'));
  await step(press('3', 0, 'medical', new Date(0)));
  await read('3');
  await database.save();
  await step(press('4', 1, 'medical'));
  await database.restore();
  record([...(await reader.heads([buildingId])).values()]);
  await step(press('5', 0, 'medical'));
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
