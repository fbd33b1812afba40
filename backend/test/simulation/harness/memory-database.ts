import type { AlarmEventKind } from '../../../src/contract/alarm.js';
import { membersIn, type AlarmRecord } from '../../../src/modules/alarms/model/alarm.js';
import type { SavedPress } from '../../../src/modules/alarms/model/stream-change.js';
import { STREAM_STATE } from '../../../src/modules/alarms/stream/stream-state.sql.js';

export interface MemoryMember {
  id: string;
  userId: string;
  role: 'resident' | 'manager';
  maySend: boolean;
  name: string;
  entrance: string | null;
  apartment: string;
}

interface MemoryAlarm {
  raisedAt: Date;
  lastPressAt: Date;
  lastSeq: number;
}

interface MemoryEvent {
  seq: number;
  kind: AlarmEventKind;
  record: AlarmRecord;
  at: Date;
}

/** The rows of one building's stream. A committed state never changes. */
export interface StreamRows {
  /** Empty until the stream is created. */
  epoch: string;
  head: number;
  /** False after a restore that the row's lineage shows. */
  isOwn: boolean;
  events: readonly MemoryEvent[];
  alarms: ReadonlyMap<string, MemoryAlarm>;
  presses: ReadonlyMap<string, SavedPress & { at: Date }>;
}

export const NO_ROWS: StreamRows = {
  epoch: '',
  head: 0,
  isOwn: true,
  events: [],
  alarms: new Map(),
  presses: new Map(),
};

interface Context {
  buildingId: string;
  members: MemoryMember[];
  now: () => Date;
  newEpoch: () => string;
}

type Result = { rows: unknown; after?: StreamRows };
type Values = readonly never[];
type Statement = (rows: StreamRows, values: Values, context: Context) => Result;

/** PostgreSQL's lock of the stream's row. */
export const LOCK = /for update of s/;
/** A statement that changes the row without the lock, and therefore waits for it. */
export const RENEW = /^update building_streams set epoch/;

/** The statements of the stream's repositories, by what only they contain. */
const STATEMENTS: [RegExp, Statement][] = [
  [/with news as/, readSlice],
  [/building_id = any\(\$1\)/, readHeads],
  [LOCK, readHead],
  [RENEW, renewEpoch],
  [/^insert into building_streams/, open],
  [/insert into alarm_events/, append],
  [/insert into presses/, savePress],
];

/** @throws for a statement that this database does not know: it has to learn a changed one */
export function runStatement(
  sql: string,
  rows: StreamRows,
  values: Values,
  context: Context,
): Result {
  if (sql === STREAM_STATE) return readState(rows, values, context);
  const [, statement] = STATEMENTS.find(([pattern]) => pattern.test(sql.trim())) ?? [];
  if (!statement) throw new Error(`the database in memory does not know: ${sql}`);
  return statement(rows, values, context);
}

/** @returns the records of the alarms that the rows call active, the newest first */
export function activeIn({ alarms, events }: StreamRows): AlarmRecord[] {
  return [...alarms.values()]
    .sort((a, b) => b.raisedAt.getTime() - a.raisedAt.getTime())
    .flatMap(({ lastSeq }) => events.find(({ seq }) => seq === lastSeq)?.record ?? [])
    .filter(({ status }) => status === 'active');
}

function readSlice(rows: StreamRows, values: Values, { members, now: _ }: Context): Result {
  const [, after, limit, now, withMembers] = values as unknown as [
    string,
    number,
    number,
    Date,
    boolean,
  ];
  if (!rows.epoch) return { rows: [] };
  const { epoch, head, isOwn } = rows;
  const news = rows.events.filter(({ seq }) => seq > after).slice(0, limit);
  const active = activeIn(rows).filter(({ expiresAt }) => new Date(expiresAt) > now);
  const slice = {
    epoch,
    head,
    after,
    isOwn,
    afterAt: timeOf(rows, after),
    headAt: timeOf(rows, head),
    events: news.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    active,
    names: namesOf([...news.map(({ record }) => record), ...active], members),
    members: withMembers ? members.map(({ userId }) => userId) : [],
  };
  return { rows: [slice] };
}

function readHeads(rows: StreamRows, _values: Values, { buildingId }: Context): Result {
  const { epoch, head: seq, isOwn } = rows;
  return { rows: epoch ? [{ buildingId, epoch, seq, at: timeOf(rows, seq), isOwn }] : [] };
}

function readHead(rows: StreamRows, [, userId]: Values, { members, now }: Context): Result {
  const { epoch, head, isOwn } = rows;
  const isMember = userId === null || members.some((one) => one.userId === userId);
  return { rows: epoch && isMember ? [{ head, epoch, now: now(), isOwn }] : [] };
}

function renewEpoch(rows: StreamRows, [, known]: Values, { newEpoch }: Context): Result {
  if (rows.epoch !== known) return { rows: [[], 0] };
  const epoch = newEpoch();
  return { rows: [[{ epoch }], 1], after: { ...rows, epoch, isOwn: true } };
}

function open(rows: StreamRows, _values: Values, { newEpoch }: Context): Result {
  return { rows: [], after: rows.epoch ? rows : { ...rows, epoch: newEpoch() } };
}

function readState(rows: StreamRows, values: Values, { members }: Context): Result {
  const [, userId, alarmId, since] = values as unknown as [string, string | null, string, Date];
  const me = members.find((one) => one.userId === userId);
  const saved = rows.presses.get(alarmId);
  const found = rows.alarms.get(saved?.alarmId ?? alarmId);
  const asked = rows.events.find(({ seq }) => seq === found?.lastSeq)?.record;
  const ongoing = activeIn(rows).map((record) => ({
    record,
    lastPressAt: rows.alarms.get(record.id)?.lastPressAt,
    pressedByMe: [...rows.presses.values()].some(
      (press) => press.alarmId === record.id && press.membershipId === me?.id,
    ),
  }));
  const raised = [...rows.presses.values()].filter(
    ({ membershipId, at, merged }) => membershipId === me?.id && at > since && !merged,
  );
  const { at: _at, ...press } = saved ?? {};
  const state = {
    member: me ? { id: me.id, role: me.role, maySend: me.maySend } : null,
    press: saved ? press : null,
    alarm: asked ?? null,
    ongoing,
    raisedLately: raised.length,
    names: namesOf(
      [...ongoing.map(({ record }) => record), ...(asked ? [asked] : [])],
      members,
      me,
    ),
  };
  return { rows: [state] };
}

function append(rows: StreamRows, values: Values): Result {
  const [, seq, alarmId, , , , , raisedAt, , kind, json, , at] = values as unknown as [
    ...[string, number, string, string, boolean, string, string, string, string, AlarmEventKind],
    ...[string, string[], Date],
  ];
  const record = JSON.parse(json) as AlarmRecord;
  const raised = new Date(raisedAt);
  const known = rows.alarms.get(alarmId) ?? { raisedAt: raised, lastPressAt: raised };
  const after = {
    ...rows,
    head: seq,
    events: [...rows.events, { seq, kind, record, at }],
    alarms: new Map(rows.alarms).set(alarmId, { ...known, lastSeq: seq }),
  };
  return { rows: [{}], after };
}

function savePress(rows: StreamRows, values: Values, { now }: Context): Result {
  const [id, buildingId, membershipId, alarmId, epoch, seq, merged, at, until] =
    values as unknown as [string, string, string, string, string, number, boolean, Date, Date];
  const alarm = rows.alarms.get(alarmId);
  const alarms = new Map(rows.alarms);
  if (alarm) alarms.set(alarmId, { ...alarm, lastPressAt: at });
  if (now() >= until) return { rows: [], after: { ...rows, alarms } };
  const press = { id, buildingId, membershipId, alarmId, epoch, seq, merged, at };
  return { rows: [{}], after: { ...rows, alarms, presses: new Map(rows.presses).set(id, press) } };
}

const timeOf = ({ events }: StreamRows, at: number): Date | null =>
  events.find(({ seq }) => seq === at)?.at ?? null;

function namesOf(records: AlarmRecord[], members: MemoryMember[], me?: MemoryMember): object {
  const ids = new Set([...records.flatMap(membersIn), ...(me ? [me.id] : [])]);
  const named = members.filter(({ id }) => ids.has(id));
  return Object.fromEntries(
    named.map(({ id, name, entrance, apartment }) => [id, { name, entrance, apartment }]),
  );
}
