import { check } from './checker.js';
import type { ClientRecord, History, Saved, PressRecord, Shown } from './history.js';

const BUILDING = 'building';
const NOW = 1_000_000;

const press = (id: string, seq: number, more: Partial<PressRecord> = {}): PressRecord => ({
  id,
  buildingId: BUILDING,
  sentAtMs: NOW,
  outcome: 'ok',
  seq,
  answeredAtMs: NOW + 20,
  fault: 'none',
  boundMs: 250,
  ...more,
});

const event = (seq: number, alarmId: string, more: object = {}) => ({
  what: 'event' as const,
  buildingId: BUILDING,
  seq,
  alarmId,
  kind: 'raised',
  atMs: NOW + 40,
  ...more,
});

const state = (seq: number, active: string[]): Shown => ({
  what: 'state',
  buildingId: BUILDING,
  seq,
  active,
  atMs: NOW + 40,
});

const client = (shown: Shown[], more: Partial<ClientRecord> = {}): ClientRecord => ({
  name: 'tab',
  buildingId: BUILDING,
  shown,
  away: [],
  ...more,
});

/** @returns a run of two alarms without a breach */
function good(): { history: History; saved: Saved } {
  return {
    history: {
      presses: [press('a', 1), press('b', 2)],
      clients: [client([event(1, 'a'), event(2, 'b')]), client([state(1, ['a']), event(2, 'b')])],
    },
    saved: {
      events: [1, 2].map((seq) => ({
        buildingId: BUILDING,
        seq,
        alarmId: seq === 1 ? 'a' : 'b',
        kind: 'raised',
        atMs: NOW + 10,
      })),
      presses: [
        { id: 'a', alarmId: 'a', seq: 1 },
        { id: 'b', alarmId: 'b', seq: 2 },
      ],
    },
  };
}

const breachesOf = ({ history, saved }: ReturnType<typeof good>) =>
  check(history, saved).map(({ breach, where }) => `${breach} ${where}`);

it('finds no breach in a run without faults', () => {
  expect(breachesOf(good())).toEqual([]);
});

it('finds no breach in unanswered or refused presses that were not saved', () => {
  const run = good();
  run.history.presses.push(press('c', 0, { outcome: 'unknown' }));
  run.history.presses.push(press('d', 0, { outcome: 'refused' }));
  expect(breachesOf(run)).toEqual([]);
});

type Break = (run: ReturnType<typeof good>) => void;

const setShown = (run: ReturnType<typeof good>, shown: Shown[]): void => {
  run.history.clients = [client(shown)];
};

const BROKEN: [string, string[], Break][] = [
  [
    'an answered press that was not saved',
    ['lost server'],
    ({ history }) => history.presses.push(press('c', 3)),
  ],
  [
    'an answer with another seq than the saved one',
    ['lost server'],
    ({ history }) => (history.presses[1]!.seq = 7),
  ],
  ['a press that one tab never showed', ['missed tab'], (run) => setShown(run, [event(1, 'a')])],
  [
    'an unanswered press that was saved but not shown everywhere',
    ['missed tab'],
    (run) => {
      run.history.presses[1]!.outcome = 'unknown';
      run.history.clients.push(client([event(1, 'a')]));
    },
  ],
  [
    'a state without an alarm that was active',
    ['missed tab'],
    (run) => setShown(run, [state(2, ['b'])]),
  ],
  [
    'an event shown twice',
    ['doubled tab'],
    (run) => setShown(run, [event(1, 'a'), event(2, 'b'), event(2, 'b')]),
  ],
  [
    'one press with two events',
    ['doubled server'],
    ({ saved }) => saved.events.push({ ...saved.events[1]!, seq: 3 }),
  ],
  [
    'a refused press that was saved',
    ['refused-but-saved server'],
    ({ history }) => (history.presses[1]!.outcome = 'refused'),
  ],
  [
    'a gap in the stream',
    ['gap server'],
    ({ saved }) => saved.events.push({ ...saved.events[1]!, seq: 4, kind: 'resolved' }),
  ],
  [
    'an event applied over a gap',
    ['gap tab', 'missed tab'],
    (run) => {
      run.history.presses.push(press('c', 3));
      run.saved.events.push({ ...run.saved.events[1]!, seq: 3, alarmId: 'c' });
      run.saved.presses.push({ id: 'c', alarmId: 'c', seq: 3 });
      setShown(run, [event(1, 'a'), event(3, 'c')]);
    },
  ],
  [
    'an alarm of another building',
    ['foreign tab'],
    ({ history }) => history.clients[0]!.shown.push(event(3, 'x', { buildingId: 'other' })),
  ],
  [
    'an alarm shown to a removed member',
    ['foreign tab'],
    ({ history }) => (history.clients[0]!.lastSeq = 1),
  ],
  [
    'an alarm that was not pressed',
    ['foreign server'],
    ({ history }) => history.presses.splice(1, 1),
  ],
  [
    'an alarm shown with other data than was saved',
    ['differs tab'],
    (run) => setShown(run, [event(1, 'a'), event(2, 'b', { kind: 'resolved' })]),
  ],
  [
    'two tabs with different orders',
    ['differs tab', 'differs tab'],
    ({ history }) => history.clients.push(client([event(1, 'b'), event(2, 'a')])),
  ],
  [
    'an alarm shown too late',
    ['late tab'],
    (run) => setShown(run, [event(1, 'a'), event(2, 'b', { atMs: NOW + 300 })]),
  ],
  [
    'a tab that needs more than 15 s after its network is back',
    ['late tab'],
    (run) => {
      setShown(run, [event(1, 'a'), event(2, 'b', { atMs: NOW + 36_000 })]);
      run.history.clients[0]!.away = [{ fromMs: NOW - 5_000, toMs: NOW + 20_000 }];
    },
  ],
];

it.each(BROKEN)('finds %s', (_what, breaches, breakIt) => {
  const run = good();
  breakIt(run);
  expect(breachesOf(run)).toEqual(breaches);
});

it('accepts a late tab that was offline, and a state without an alarm that has ended', () => {
  const run = good();
  run.saved.events.push({ ...run.saved.events[0]!, seq: 3, kind: 'resolved' });
  const away = [{ fromMs: NOW - 5_000, toMs: NOW + 20_000 }];
  run.history.clients = [
    client([event(1, 'a', { atMs: NOW + 21_000 }), event(2, 'b', { atMs: NOW + 21_000 })], {
      away,
    }),
    client([state(3, ['b'])]),
  ];
  expect(breachesOf(run)).toEqual([]);
});
