// @ts-check
import { randomUUID } from 'node:crypto';

const home = { entrance: 'A', apartment: '1301' };
const at = new Date().toISOString();

/** An event of the size of ResQ's, which the other servers send. */
export const EVENT = {
  buildingId: randomUUID(),
  epoch: randomUUID(),
  seq: 1,
  kind: 'raised',
  alarm: {
    id: randomUUID(),
    buildingId: randomUUID(),
    type: 'fire',
    exercise: false,
    status: 'active',
    sender: { membershipId: randomUUID(), name: 'Karl Ek', home },
    witnesses: [],
    witnessCount: 0,
    needHelp: [],
    raisedAt: at,
    expiresAt: at,
  },
  at,
  serverNow: at,
};
