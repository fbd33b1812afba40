import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTab } from '../../../support/client.js';
import type { Cluster } from '../cluster/cluster.js';
import type { Person } from './http.js';

const EVERY_MS = 150;

/**
 * Presses over one socket, one press after the other. A fire must be active already, which the
 * presses join.
 * @throws when a press is not saved
 * @returns the duration of each in milliseconds
 */
export async function timedPresses(
  cluster: Cluster,
  person: Person,
  count: number,
): Promise<number[]> {
  const tab = await openTab({ url: cluster.node(0).url }, person, cluster.origin);
  const { buildingId } = person;
  const durations: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const since = performance.now();
    const request = { buildingId, alarmId: randomUUID(), type: 'fire' as const };
    const ack = await tab.socket.emitWithAck('alarm:raise', request);
    durations.push(performance.now() - since);
    expect(ack).toMatchObject({ ok: true, merged: true });
    await sleep(EVERY_MS);
  }
  tab.close();
  const saved = await cluster.database.query('select 1 from presses where membership_id = $1', [
    person.membershipId,
  ]);
  expect(saved.rows).toHaveLength(count);
  return durations;
}
