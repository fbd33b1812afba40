import { createLogger } from '../../../platform/logging.js';
import { PersonalEventsService } from './personal-events.service.js';

const EVERY_MS = 500;
const emitted: [string, unknown][] = [];
const room = { emit: (name: string, payload: unknown) => emitted.push([name, payload]) };
/** A tab of this node gets an event that another node emits to the whole room as well. */
const io = { to: () => room, local: { to: () => room }, of: () => ({ sockets: { size: tabs } }) };
let tabs: number;
/** The subscriptions of all nodes, each of which gets every signal. */
let nodes: ((alarmId: string) => void)[];
/** Ends the reads of the reach, the oldest first. */
let reads: (() => void)[];

let events: PersonalEventsService;

beforeEach(() => {
  jest.useFakeTimers();
  emitted.length = 0;
  tabs = 1;
  nodes = [];
  reads = [];
  const read = () => {
    const version = reads.length + 1;
    return new Promise((resolve) =>
      reads.push(() => resolve({ reach: { alarmId: 'a', version }, readerIds: ['karl'] })),
    );
  };
  const help = { readAll: () => Promise.resolve(new Map()) };
  const signals = {
    subscribe: (_topic: string, node: (alarmId: string) => void) => nodes.push(node),
    publish: (_topic: string, alarmId: string) => nodes.forEach((node) => node(alarmId)),
  };
  events = new PersonalEventsService(
    io as never,
    { read } as never,
    help as never,
    signals as never,
    createLogger('silent'),
  );
});
afterEach(() => jest.useRealTimers());

const versions = () => emitted.map(([, reach]) => (reach as { version: number }).version);
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('begins no read of an alarm’s reach while an older one is under way, and then one more', async () => {
  events.reachChanged('a');
  for (let n = 0; n < 5; n += 1) {
    events.reachChanged('a');
    await pass(EVERY_MS);
  }
  expect(reads).toHaveLength(1);
  reads[0]?.();
  await pass(0);
  expect(reads).toHaveLength(2);
  reads[1]?.();
  await pass(10 * EVERY_MS);
  expect(reads).toHaveLength(2);
  expect(versions()).toEqual([1, 2]);
});

it('sends at most twice a second, and each alarm without the others', async () => {
  events.reachChanged('a');
  events.reachChanged('b');
  expect(reads).toHaveLength(2);
  reads.forEach((end) => end());
  events.reachChanged('a');
  await pass(EVERY_MS - 1);
  expect(reads).toHaveLength(2);
  await pass(1);
  expect(reads).toHaveLength(3);
});

it('signals the other nodes as rarely when a crowd answers', async () => {
  const signalled = jest.fn();
  nodes.push(signalled);
  for (let n = 0; n < 1_000; n += 1) events.reachChanged('a');
  expect(signalled).toHaveBeenCalledTimes(1);
  await pass(EVERY_MS);
  expect(signalled).toHaveBeenCalledTimes(2);
  await pass(10 * EVERY_MS);
  expect(signalled).toHaveBeenCalledTimes(2);
});

it('reads nothing on a node without tabs', () => {
  tabs = 0;
  events.reachChanged('a');
  expect(reads).toEqual([]);
});
