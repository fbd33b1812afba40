import type { AlarmEventKind } from '../../../src/contract/alarm.js';
import {
  membersIn,
  type AlarmRecord,
  type SavedPress,
} from '../../../src/modules/alarms/model/alarm.js';
import type { ChangeRows } from '../../../src/modules/alarms/stream/change-rows.js';
import {
  HEADS,
  SAVE,
  SAVE_NOWAIT,
  SLICE,
  STREAM_STATE,
} from '../../../src/modules/alarms/stream/stream.sql.js';

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
  /** Another one after each write of the stream's row. */
  version: string;
  /** False after a restore that the row's lineage shows. */
  isOwn: boolean;
  events: readonly MemoryEvent[];
  alarms: ReadonlyMap<string, MemoryAlarm>;
  presses: ReadonlyMap<string, SavedPress & { at: Date }>;
}

export const NO_ROWS: StreamRows = {
  epoch: '',
  head: 0,
  version: '',
  isOwn: true,
  events: [],
  alarms: new Map(),
  presses: new Map(),
};

/** The members never change here. */
const MEMBERS = 'members';

interface Context {
  buildingId: string;
  members: MemoryMember[];
  now: () => Date;
  newEpoch: () => string;
  newVersion: () => string;
}

interface Result {
  rows: unknown;
  after?: StreamRows;
  /** The payloads of NOTIFY. */
  notices?: string[];
}
type Values = readonly never[];
type Statement = (rows: StreamRows, values: Values, context: Context) => Result;

/** The statements of the stream's repositories; the rare ones by how they begin. */
const STATEMENTS = new Map<string, Statement>([
  [SLICE, readSlice],
  [HEADS, readHeads],
  [STREAM_STATE, readState],
  [SAVE_NOWAIT, save],
  [SAVE, save],
]);
const RARE: [RegExp, Statement][] = [
  [/^update building_streams set epoch/, renewEpoch],
  [/^insert into building_streams/, open],
];

/** @throws for a statement that this database does not know: it has to learn a changed one */
export function runStatement(
  sql: string,
  rows: StreamRows,
  values: Values,
  context: Context,
): Result {
  const [, rare] = RARE.find(([pattern]) => pattern.test(sql)) ?? [];
  const statement = STATEMENTS.get(sql) ?? rare;
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
  const [, after, limit, now, , withMembers, knownMembers] = values as unknown as [
    string,
    number,
    number,
    Date,
    Date,
    boolean,
    string | null,
  ];
  if (!rows.epoch) return { rows: [] };
  const { epoch, head, isOwn } = rows;
  const news = rows.events.filter(({ seq }) => seq > after).slice(0, limit);
  const ongoing = activeIn(rows).filter(({ expiresAt }) => new Date(expiresAt) > now);
  const active = withMembers ? [] : ongoing;
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
    memberVersion: MEMBERS,
    members: withMembers && knownMembers !== MEMBERS ? members.map(({ userId }) => userId) : null,
  };
  return { rows: [slice] };
}

function readHeads(rows: StreamRows, _values: Values, { buildingId }: Context): Result {
  const { epoch, head: seq, isOwn } = rows;
  return { rows: epoch ? [{ buildingId, epoch, seq, at: timeOf(rows, seq), isOwn }] : [] };
}

function renewEpoch(
  rows: StreamRows,
  [, known]: Values,
  { newEpoch, newVersion }: Context,
): Result {
  if (rows.epoch !== known) return { rows: [[], 0] };
  const epoch = newEpoch();
  return { rows: [[{ epoch }], 1], after: { ...rows, epoch, version: newVersion(), isOwn: true } };
}

function open(rows: StreamRows, _values: Values, { newEpoch, newVersion }: Context): Result {
  if (rows.epoch) return { rows: [] };
  return { rows: [], after: { ...rows, epoch: newEpoch(), version: newVersion() } };
}

function readState(rows: StreamRows, values: Values, { members, now }: Context): Result {
  if (!rows.epoch) return { rows: [] };
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
  const { head, epoch, version, isOwn } = rows;
  const state = {
    ...{ head, epoch, version, isOwn, now: now(), headAt: timeOf(rows, head) },
    ...{ isSignedIn: true, hasPushes: false },
    member: me ? { id: me.id, role: me.role, maySend: me.maySend, turn: null } : null,
    press: saved ? press : null,
    isAlarm: rows.alarms.has(alarmId),
    alarm: asked ?? null,
    ongoing,
    recentlyRaised: raised.length,
    names: namesOf(
      [...ongoing.map(({ record }) => record), ...(asked ? [asked] : [])],
      members,
      me,
    ),
  };
  return { rows: [state] };
}

function save(rows: StreamRows, values: Values, { now, newVersion }: Context): Result {
  const [, version, until, json] = values as unknown as [string, string, Date | null, string];
  if (rows.version !== version || !rows.isOwn) return { rows: [{ saved: 0, isOverdue: false }] };
  if (until && now() >= until) return { rows: [{ saved: 0, isOverdue: true }] };
  const change = JSON.parse(json) as ChangeRows;
  const result = [{ saved: 1, isOverdue: false }];
  const { head, notices } = change;
  if (head === null) return { rows: result, notices };
  const at = new Date(change.at);
  const alarms = new Map(rows.alarms);
  for (const { record, seq, pressedAt } of change.alarms) {
    const known = alarms.get(record.id);
    const times = [known?.lastPressAt.getTime() ?? 0, Date.parse(pressedAt)];
    alarms.set(record.id, {
      raisedAt: new Date(record.raisedAt),
      lastPressAt: new Date(Math.max(...times)),
      lastSeq: Math.max(known?.lastSeq ?? 0, seq),
    });
  }
  const events = change.alarms.flatMap(({ seq, kind, record }) =>
    kind ? [{ seq, kind, record, at }] : [],
  );
  const presses = new Map(rows.presses);
  for (const press of change.presses) presses.set(press.id, { ...press, at });
  return {
    rows: result,
    notices,
    after: {
      ...rows,
      ...{ head, alarms, presses, version: newVersion() },
      events: [...rows.events, ...events],
    },
  };
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
