import { setTimeout as pause } from 'node:timers/promises';
import { dropListening } from '../cluster/listening.js';
import { DATABASE_FAULTS } from './database-faults.js';
import { NODE_KILLED_MS, NODE_SILENT_MS, SIGNALS_LOST_MS, type Fault, type Make } from './fault.js';

/** Longer than the deadline of a press. */
const SUSPENDED_MS = 4_000;
const STEP_MS = 61 * 60_000;
const BLACK_HOLE_MS = 20_000;

export const CALM: Fault = {
  name: 'none',
  boundMs: SIGNALS_LOST_MS,
  begin: () => undefined,
  end: () => undefined,
};

const killNode: Make = ({ cluster, prng }) => {
  const node = prng.pick(cluster.nodes);
  return {
    name: 'node killed and restarted',
    boundMs: NODE_KILLED_MS,
    begin: () => node.kill(),
    end: () => node.start(),
  };
};

const freezeRedis: Make = ({ cluster }) => ({
  name: 'Redis stopped and continued',
  boundMs: SIGNALS_LOST_MS,
  begin: () => cluster.redis.freeze(),
  end: () => cluster.redis.thaw(),
});

/** Stops a process as a laptop's sleep does, with presses in its buffers. */
const suspendNode: Make = ({ cluster, prng, beside }) => {
  const node = prng.pick(cluster.nodes);
  return {
    name: 'node suspended',
    boundMs: NODE_SILENT_MS,
    begin: () => {
      node.freeze();
      beside(pause(SUSPENDED_MS).then(() => node.thaw()));
    },
    end: () => undefined,
  };
};

const stepClock: Make = ({ cluster, prng }) => {
  const node = prng.pick(cluster.nodes);
  const stepMs = prng.pick([STEP_MS, -STEP_MS]);
  return {
    name: 'clock of a node stepped',
    boundMs: SIGNALS_LOST_MS,
    begin: () => node.setClockShift(stepMs),
    end: () => node.setClockShift(0),
  };
};

const dropListen: Make = ({ cluster }) => ({
  name: 'LISTEN dropped',
  boundMs: SIGNALS_LOST_MS,
  begin: () => dropListening(cluster),
  end: () => undefined,
});

/** Cuts clients off for longer than a half-open connection goes unnoticed, beside later faults. */
const cutClients: Make = ({ wired, prng, beside }) => {
  const clear = prng.shuffle(wired).filter(({ client }) => !client.isAway);
  const cut = clear.slice(0, 3);
  let fromMs = 0;
  const clearLater = async (): Promise<void> => {
    await pause(BLACK_HOLE_MS);
    for (const { client, wire } of cut) {
      wire.become('clear');
      client.record.away.pop();
      client.record.away.push({ fromMs, toMs: Date.now() });
    }
  };
  return {
    name: 'clients in a black hole',
    boundMs: SIGNALS_LOST_MS,
    begin: () => {
      fromMs = Date.now();
      for (const { client, wire } of cut) {
        wire.become('black-hole');
        client.record.away.push({ fromMs, toMs: Infinity });
      }
    },
    end: () => beside(clearLater()),
  };
};

/** Revokes a membership by SQL, so that no signal is sent. */
const revokeMember: Make = ({ cluster, scene, guest }) => ({
  name: 'member revoked',
  boundMs: SIGNALS_LOST_MS,
  begin: async () => {
    const { membershipId, clients } = await guest();
    await cluster.database.query(`update memberships set status = 'revoked' where id = $1`, [
      membershipId,
    ]);
    const lastSeq = await scene.head();
    for (const { record } of clients) record.lastSeq = lastSeq;
  },
  end: () => undefined,
});

export const FAULTS: Make[] = [
  killNode,
  suspendNode,
  stepClock,
  freezeRedis,
  ...DATABASE_FAULTS,
  dropListen,
  cutClients,
  revokeMember,
];
