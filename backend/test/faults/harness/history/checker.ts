import type { ClientRecord, History, Saved, PressRecord, ShownEvent } from './history.js';

/** The breaches that no run may contain. */
export type Breach =
  /** A press that was answered with success is missing in the database or has another seq. */
  | 'lost'
  /** A saved press was not shown to a user entitled to it. */
  | 'missed'
  | 'doubled'
  | 'refused-but-saved'
  | 'gap'
  /** Shown to a user who may not see it, or not pressed at all. */
  | 'foreign'
  /** Shown with other data than the database holds. */
  | 'differs'
  | 'late';

export interface Violation {
  breach: Breach;
  /** The client's name, or `server` for a breach within the database. */
  where: string;
  detail: string;
  /** The id of the press or the `seq` that the breach concerns. */
  about?: string | number;
}

/** A client that was cut off must have caught up this long after its network is back. */
const RETURN_MS = 15_000;

/** @returns every breach in the run */
export function check(history: History, saved: Saved): Violation[] {
  return [
    ...checkAnswers(history.presses, saved),
    ...checkStream(history.presses, saved),
    ...history.clients.flatMap((client) => checkClient(client, history.presses, saved)),
  ];
}

function checkAnswers(presses: PressRecord[], saved: Saved): Violation[] {
  return presses.flatMap((press) => {
    const found = saved.presses.find(({ id }) => id === press.id);
    if (press.outcome === 'refused' && found)
      return [violation('refused-but-saved', 'server', press.id)];
    if (press.outcome !== 'ok') return [];
    if (!found) return [violation('lost', 'server', press.id)];
    if (found.seq === press.seq) return [];
    return [
      violation(
        'lost',
        'server',
        `${press.id}: answered ${press.seq}, saved ${found.seq}`,
        press.id,
      ),
    ];
  });
}

/** Checks that the stream has no gap, no alarm raised twice, and none that was not pressed. */
function checkStream(presses: PressRecord[], saved: Saved): Violation[] {
  const found: Violation[] = [];
  const last = new Map<string, number>();
  const raised = new Set<string>();
  for (const { buildingId, seq, kind, alarmId } of saved.events) {
    const before = last.get(buildingId);
    if (before !== undefined && seq !== before + 1) {
      found.push(violation('gap', 'server', `${before} → ${seq}`, seq));
    }
    last.set(buildingId, seq);
    if (kind !== 'raised') continue;
    if (raised.has(alarmId))
      found.push(violation('doubled', 'server', `raised twice: ${alarmId}`, seq));
    raised.add(alarmId);
    const known = presses.some(({ id }) => id === alarmId);
    if (!known) found.push(violation('foreign', 'server', `nobody pressed ${alarmId}`, seq));
  }
  return found;
}

function checkClient(client: ClientRecord, presses: PressRecord[], saved: Saved): Violation[] {
  const stream = saved.events.filter(({ buildingId }) => buildingId === client.buildingId);
  return [
    ...checkOrder(client),
    ...client.shown.flatMap((shown) => {
      if (shown.buildingId !== client.buildingId || shown.seq > (client.lastSeq ?? Infinity)) {
        return [violation('foreign', client.name, `${shown.buildingId} ${shown.seq}`, shown.seq)];
      }
      return shown.what === 'event' ? checkEvent(client, shown, stream) : [];
    }),
    ...presses.flatMap((press) => checkPress(client, press, saved)),
  ];
}

/** Checks that the client applied each event once and in order, even one that was sent twice. */
function checkOrder({ name, shown }: ClientRecord): Violation[] {
  const found: Violation[] = [];
  let at: number | undefined;
  for (const { what, seq } of shown) {
    if (what === 'event' && at !== undefined) {
      if (seq <= at) found.push(violation('doubled', name, `${seq} after ${at}`, seq));
      if (seq > at + 1) found.push(violation('gap', name, `${at} → ${seq}`, seq));
    }
    at = seq;
  }
  return found;
}

function checkEvent(client: ClientRecord, shown: ShownEvent, stream: Saved['events']): Violation[] {
  const real = stream.find(({ seq }) => seq === shown.seq);
  if (real?.alarmId === shown.alarmId && real.kind === shown.kind) return [];
  const shownAs = `${shown.seq} ${shown.kind} ${shown.alarmId}`;
  return [
    violation(
      'differs',
      client.name,
      `${shownAs}; saved ${real?.kind} ${real?.alarmId}`,
      shown.seq,
    ),
  ];
}

/** Checks that a saved press was shown in time to an entitled client, even without an answer. */
function checkPress(client: ClientRecord, press: PressRecord, saved: Saved): Violation[] {
  const found = saved.presses.find(({ id }) => id === press.id);
  if (!found || press.buildingId !== client.buildingId) return [];
  if (found.seq > (client.lastSeq ?? Infinity)) return [];
  const shown = client.shown.find(
    ({ what, seq }) =>
      (what === 'event' && seq === found.seq) || (what === 'state' && seq >= found.seq),
  );
  if (!shown) return [violation('missed', client.name, press.id)];
  if (shown.what === 'state') {
    const over = endOf(found.alarmId, saved) <= shown.seq;
    if (over || shown.active.includes(found.alarmId)) return [];
    return [
      violation('missed', client.name, `${press.id} is not in the state of ${shown.seq}`, press.id),
    ];
  }
  const savedAtMs = saved.events.find(
    ({ buildingId, seq }) => buildingId === press.buildingId && seq === found.seq,
  )?.atMs;
  const lateMs = shown.atMs - dueMs(client, press, savedAtMs ?? 0);
  return lateMs > 0
    ? [violation('late', client.name, `${press.id} by ${Math.round(lateMs)} ms`, press.id)]
    : [];
}

function endOf(alarmId: string, saved: Saved): number {
  const ends = ['resolved', 'cancelled', 'expired'];
  const end = saved.events.find((event) => event.alarmId === alarmId && ends.includes(event.kind));
  return end?.seq ?? Infinity;
}

function dueMs({ away }: ClientRecord, { boundMs }: PressRecord, savedAtMs: number): number {
  const due = savedAtMs + boundMs;
  const cut = away.filter(({ fromMs, toMs }) => fromMs <= due && toMs >= savedAtMs);
  return Math.max(due, ...cut.map(({ toMs }) => toMs + RETURN_MS));
}

function violation(
  breach: Breach,
  where: string,
  detail: string,
  about: string | number = detail,
): Violation {
  return { breach, where, detail, about };
}
