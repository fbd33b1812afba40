import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { Counter, Histogram } from 'prom-client';
import { io, type Socket } from 'socket.io-client';
import type {
  Ack,
  ClientToServerEvents,
  HandshakeAuth,
  ServerToClientEvents,
} from '../../../contract/events.js';
import type { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/logging.js';
import type { Metrics } from '../../../platform/metrics.js';
import { PROBE_BUILDING_ID } from '../../../platform/probe-building.js';
import { leftUntil, withTimeout } from '../../../platform/with-timeout.js';
import {
  PROBE_MANAGER_ID,
  PROBE_NEIGHBOUR_ID,
  type ProbeBuildingRepository,
} from './probe-building.repository.js';

type Client = Socket<ServerToClientEvents, ClientToServerEvents>;

const RESULTS = ['heard', 'late', 'unheard', 'unsaved', 'unreachable'] as const;
const STAGES = ['saved', 'heard', 'receipt'] as const;

/** The step that an alarm did not reach; `late` was heard after the promised time. */
export type ProbeResult = (typeof RESULTS)[number];
type Stage = (typeof STAGES)[number];

/** The promise that the objective counts. */
const PROMISED_MS = 3_000;
/** A tab repeats its press as often. */
const REPEAT_MS = 1_000;
/** Each is longer than a tab needs on a slow network. */
const LIMITS = { connectMs: 10_000, receiveMs: 10_000 };

interface Options {
  /** The address that users open, with its DNS name, certificate and proxy. */
  url: string;
  sign: (userId: string, sessionId: string) => { accessToken: string };
  building: ProbeBuildingRepository;
  clock: Clock;
  metrics: Metrics;
  logger: Logger;
}

/**
 * Presses an alarm in the probe's building and receives it as a neighbour does. Both connect anew each
 * time, so that an alarm that is heard also shows that a tab can connect now.
 */
export class Probe {
  private readonly alarms: Counter<'result'>;
  private readonly seconds: Histogram<'stage'>;
  private receivedAt: Date | undefined;
  private certificateEndsAt: Date | undefined;
  private last: ProbeResult | undefined;

  constructor(private readonly options: Options) {
    const { metrics } = options;
    this.alarms = metrics.counter(
      'resq_probe_alarms_total',
      'Synthetic alarms by the step that they did not reach; late ones took over 3 s',
      ['result'],
    );
    this.seconds = metrics.histogram(
      'resq_probe_seconds',
      'Time from the press of a synthetic alarm to its answer, its event and its receipt',
      ['stage'],
    );
    for (const result of RESULTS) this.alarms.inc({ result }, 0);
    for (const stage of STAGES) this.seconds.zero({ stage });
    metrics.gauge({
      name: 'resq_probe_heard_timestamp_seconds',
      help: 'When a synthetic alarm was last heard',
      read: () => this.receivedAt && this.receivedAt.getTime() / 1_000,
    });
    metrics.gauge({
      name: 'resq_certificate_end_timestamp_seconds',
      help: 'When the certificate of the public address ends',
      read: () => this.certificateEndsAt && this.certificateEndsAt.getTime() / 1_000,
    });
  }

  /** Raises one alarm, and deletes those that are an hour old. */
  async round(limits = LIMITS): Promise<ProbeResult> {
    const { building, clock, logger, url } = this.options;
    if (this.last !== 'heard') await this.attempt('building not prepared', building.prepare());
    const result = await this.tryAlarm(limits);
    this.alarms.inc({ result });
    if (result === 'heard' || result === 'late') this.receivedAt = clock.now();
    if (result !== 'heard') logger.warn({ result }, 'the synthetic alarm was not heard in time');
    if (result === 'heard' && this.last !== 'heard') logger.info('the synthetic alarm is heard');
    this.last = result;
    await this.attempt('old synthetic alarms not deleted', building.deleteOld());
    // The last one that was seen counts while the address is away.
    this.certificateEndsAt =
      (await certificateEnd(url, limits.connectMs)) ?? this.certificateEndsAt;
    return result;
  }

  private async tryAlarm({ connectMs, receiveMs }: typeof LIMITS): Promise<ProbeResult> {
    const [manager, neighbour] = [this.connect(PROBE_MANAGER_ID), this.connect(PROBE_NEIGHBOUR_ID)];
    const syncing = Promise.all([synced(manager), synced(neighbour)]).then(() => true);
    try {
      const isSynced = await withTimeout(connectMs, syncing).catch(() => false);
      return isSynced ? await this.press(manager, neighbour, receiveMs) : 'unreachable';
    } finally {
      manager.disconnect();
      neighbour.disconnect();
    }
  }

  private async press(manager: Client, neighbour: Client, receiveMs: number): Promise<ProbeResult> {
    const alarmId = randomUUID();
    const beganMs = performance.now();
    const observe = (stage: Stage): number => {
      const ms = performance.now() - beganMs;
      this.seconds.observe({ stage }, ms / 1_000);
      return ms;
    };
    const receiving = received(neighbour, alarmId).then(() => observe('heard'));
    // An exercise does not escalate, and one that a stopped probe has left must not be joined.
    const press = { alarmId, type: 'fire', exercise: true, separate: true } as const;
    const deadlineMs = beganMs + receiveMs;
    const saving = repeated(deadlineMs, () =>
      manager
        .timeout(REPEAT_MS)
        .emitWithAck('alarm:raise', { ...press, buildingId: PROBE_BUILDING_ID }),
    ).then((isSaved) => {
      if (isSaved) observe('saved');
      return isSaved;
    });
    const receivedMs = await withTimeout(receiveMs, receiving).catch(() => undefined);
    const isSaved = await saving;
    if (receivedMs !== undefined) {
      const receipt = { alarmId, deviceId: PROBE_NEIGHBOUR_ID, level: 'received' } as const;
      const send = () => neighbour.timeout(REPEAT_MS).emitWithAck('alarm:receipt', receipt);
      if (await repeated(performance.now() + REPEAT_MS, send)) observe('receipt');
    }
    // One that does not end expires, and is deleted within the hour.
    const end = () =>
      manager.timeout(REPEAT_MS).emitWithAck('alarm:end', { alarmId, outcome: 'resolved' });
    await repeated(performance.now() + REPEAT_MS, end);
    if (receivedMs === undefined) return isSaved ? 'unheard' : 'unsaved';
    return receivedMs > PROMISED_MS ? 'late' : 'heard';
  }

  private connect(userId: string): Client {
    const { url, sign } = this.options;
    const auth = { token: sign(userId, userId).accessToken, deviceId: userId };
    return io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 200,
      reconnectionDelayMax: REPEAT_MS,
      auth: auth satisfies HandshakeAuth,
      extraHeaders: { Origin: new URL(url).origin },
    });
  }

  /** Runs work on the database, without which the alarm is tried as well. */
  private async attempt(failure: string, work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => this.options.logger.warn({ err: error }, failure));
  }
}

/** Resolves once the connection is in its building's room. */
const synced = (client: Client): Promise<unknown> =>
  new Promise((resolve) => client.once('sync', resolve));

/** Resolves with the alarm's first event, or with the state after a reconnect. */
const received = (client: Client, alarmId: string): Promise<void> =>
  new Promise((resolve) => {
    client.on('alarm:event', ({ alarm }) => alarm.id === alarmId && resolve());
    client.on('sync', ({ active }) => active.some(({ id }) => id === alarmId) && resolve());
  });

/** @returns whether the event was accepted before the deadline */
async function repeated(deadlineMs: number, send: () => Promise<Ack>): Promise<boolean> {
  for (;;) {
    const sentMs = performance.now();
    const ack = await send().catch(() => undefined);
    if (ack?.ok) return true;
    const nextMs = sentMs + REPEAT_MS;
    if (nextMs >= deadlineMs) return false;
    await pause(leftUntil(nextMs));
  }
}

/**
 * Reads when the certificate of an address ends, and trusts nothing: the end of one that is refused
 * explains why no alarm is heard.
 * @returns undefined for an address without a certificate, or one that shows none in time
 */
export async function certificateEnd(address: string, limitMs: number): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return undefined;
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    // TLS has no server name for an IP address.
    servername: isIP(hostname) ? '' : hostname,
    rejectUnauthorized: false,
    timeout: limitMs,
  });
  return new Promise((resolve) => {
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy());
    socket.once('error', () => undefined);
    socket.once('close', () => resolve(undefined));
  });
}
