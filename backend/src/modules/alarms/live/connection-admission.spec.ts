import { buildingRoom, personRoom } from '../../../platform/realtime/local-broadcast.js';
import { createLogger } from '../../../platform/logging.js';
import { EMPTY_STATE, type MemberStates } from '../stream/member-state.repository.js';
import { ConnectionAdmission } from './connection-admission.js';
import type { AlarmSocket } from './socket.js';

/** The rooms of Lisa's connection, while her membership changes. */

const ROOM = buildingRoom('b');
const MEMBER: MemberStates = new Map([['b', EMPTY_STATE]]);
const NO_MEMBER: MemberStates = new Map();

let rooms: Set<string>;
let emitted: string[];
let socket: AlarmSocket;
/** The states that the sweep reads first. */
let snapshot: MemberStates;
/** Ends the reads of Lisa's state, the oldest first. */
let reads: ((states: MemberStates) => void)[];
let signalPerson: () => void;
let admission: ConnectionAdmission;

beforeEach(() => {
  [rooms, emitted, reads] = [new Set(), [], []];
  socket = {
    rooms,
    data: { actor: { userId: 'lisa' }, cursors: {} },
    join: (room: string) => void rooms.add(room),
    leave: (room: string) => void rooms.delete(room),
    emit: (event: string) => void emitted.push(event),
  } as never;
  const namespace = {
    sockets: new Map([['s', socket]]),
    adapter: { rooms: new Map([[personRoom('lisa'), new Set(['s'])]]) },
  };
  const memberStates = {
    read: () => Promise.resolve(new Map([['lisa', snapshot]])),
    ofConnecting: () => new Promise((resolve) => reads.push(resolve)),
  };
  const signals = {
    subscribe: (topic: string, listener: (userId: string) => void) => {
      if (topic === 'person') signalPerson = () => listener('lisa');
    },
  };
  const replay = (_id: string, _cursor: unknown, send: (sync: object) => void) => send({});
  admission = new ConnectionAdmission(
    { of: () => namespace } as never,
    { isActive: () => Promise.resolve(true) } as never,
    memberStates as never,
    { follow: () => Promise.resolve() } as never,
    { replay } as never,
    signals as never,
    createLogger('silent'),
  );
});

/** Lets everything run that waits for nothing but promises. */
const settle = () => new Promise((done) => setImmediate(done));

it.each<[string, MemberStates, MemberStates, boolean]>([
  ['a member who was removed meanwhile stays outside', MEMBER, NO_MEMBER, false],
  ['a member who was approved meanwhile stays inside', NO_MEMBER, MEMBER, true],
])('a sweep by an older state: %s', async (_case, older, now, isInside) => {
  if (isInside) rooms.add(ROOM);
  snapshot = older;
  const swept = admission.reviewAll();
  await settle();
  reads[0]?.(now);
  await swept;
  expect(emitted).toEqual([]);
  expect(rooms.has(ROOM)).toBe(isInside);
});

it.each<[string, MemberStates, boolean, string]>([
  ['joins a new member', MEMBER, false, 'sync'],
  ['removes a former member', NO_MEMBER, true, 'building:left'],
])('a sweep %s whose signal was lost', async (_case, states, wasInside, event) => {
  if (wasInside) rooms.add(ROOM);
  snapshot = states;
  const swept = admission.reviewAll();
  await settle();
  reads[0]?.(states);
  await swept;
  expect(emitted).toEqual([event]);
  expect(rooms.has(ROOM)).toBe(!wasInside);
});

it('a sweep reads nothing again for a connection whose rooms are right', async () => {
  rooms.add(ROOM);
  snapshot = MEMBER;
  await admission.reviewAll();
  expect(reads).toEqual([]);
});

it('reads once more after an admission, however many signals came during it', async () => {
  const admitted = admission.admit(socket);
  await settle();
  for (let n = 0; n < 3; n += 1) signalPerson();
  await settle();
  expect(reads).toHaveLength(1);
  reads[0]?.(MEMBER);
  await admitted;
  await settle();
  expect(emitted).toEqual(['sync']);
  expect(reads).toHaveLength(2);
  reads[1]?.(NO_MEMBER);
  await settle();
  expect(reads).toHaveLength(2);
  expect(rooms.has(ROOM)).toBe(false);
  expect(emitted.filter((event) => event !== 'me:changed')).toEqual(['sync', 'building:left']);
});
