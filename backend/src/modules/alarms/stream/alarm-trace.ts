import { Inject, Injectable } from '@nestjs/common';
import type { Counter, Histogram } from 'prom-client';
import { ALARM_TYPES, type RaiseRequest, type ReceiptLevel } from '../../../contract/alarm.js';
import type { Logger } from '../../../platform/logging.js';
import { Metrics } from '../../../platform/metrics.js';
import { PROBE_BUILDING_ID } from '../../../platform/probe-building.js';
import { LOGGER } from '../../../platform/tokens.js';
import type { Actor } from '../../auth/actor.js';
import type { Step, SavedPress } from '../model/alarm.js';

const KINDS = ['real', 'exercise', 'probe'] as const;
const RESULTS = ['saved', 'merged', 'repeated', 'refused', 'unsaved'] as const;
const WAYS = ['process', 'redis', 'notify', 'poll'] as const;

interface Line extends Record<string, unknown> {
  alarmId: string;
  buildingId: string;
}

interface Traced {
  buildingId: string;
  exercise?: boolean;
}

function kindOf({ buildingId, exercise }: Traced): (typeof KINDS)[number] {
  if (buildingId === PROBE_BUILDING_ID) return 'probe';
  return exercise ? 'exercise' : 'real';
}

/** `merged` joined an active alarm; `unsaved` failed, so that its sender is asked to call 112. */
type PressResult = (typeof RESULTS)[number];

/** The signal or the poll that made a node read a building's stream. */
export type WakeWay = (typeof WAYS)[number];

interface Press {
  actor: Actor;
  buildingId: string;
  request: RaiseRequest;
}

interface Emitted {
  alarmId: string;
  buildingId: string;
  seq: number;
  kind: string;
  /** The number of this node's sockets in the building's room. */
  sockets: number;
  /** The time since the event's, on the clock that all nodes share. */
  ms: number;
  way: WakeWay;
}

/**
 * Logs an alarm's way from the press to its end, so that an alarm that works leaves lines as well. The
 * lines have ids and no names, and all of them the alarm's id: `npm run alarm:follow` finds them by it.
 */
@Injectable()
export class AlarmTrace {
  private readonly presses: Counter<'kind' | 'result'>;
  private readonly alarms: Counter<'type' | 'kind'>;
  private readonly pressSeconds: Histogram;
  private readonly emitSeconds: Histogram<'way'>;
  private readonly receiptSeconds: Histogram<'level'>;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.presses = metrics.counter(
      'resq_presses_total',
      'Presses by their result at this node; a tab repeats one without an answer',
      ['kind', 'result'],
    );
    this.alarms = metrics.counter('resq_alarms_total', 'Alarms that were saved', ['type', 'kind']);
    this.pressSeconds = metrics.histogram(
      'resq_press_seconds',
      'Time from the arrival of a press to its commit',
    );
    this.emitSeconds = metrics.histogram(
      'resq_alarm_emit_seconds',
      'Time from an event to its last write at this node, by what made the node read it',
      ['way'],
    );
    this.receiptSeconds = metrics.histogram(
      'resq_alarm_receipt_seconds',
      'Age of alarms with new receipts; each batch of receipts counts once for an alarm and level',
      ['level'],
    );
    for (const kind of KINDS) {
      for (const result of RESULTS) this.presses.inc({ kind, result }, 0);
      for (const type of ALARM_TYPES) this.alarms.inc({ type, kind }, 0);
    }
    for (const way of WAYS) this.emitSeconds.zero({ way });
  }

  received({ actor: { userId }, buildingId, request: { alarmId } }: Press): void {
    this.log({ alarmId, buildingId, userId }, 'press received');
  }

  answered(buildingId: string, request: RaiseRequest, result: PressResult): void {
    this.presses.inc({ kind: kindOf({ ...request, buildingId }), result });
  }

  /** @param ms since the press arrived at this node */
  saved({ buildingId, alarmId, id: pressId, seq, merged }: SavedPress, ms: number): void {
    this.pressSeconds.observe(ms / 1_000);
    this.log({ alarmId, buildingId, pressId, seq, merged, ms }, 'alarm saved');
  }

  /** Takes the steps of one commit. @param seq the first step's */
  committed(steps: readonly Step[], seq: number): void {
    for (const [n, { kind, record }] of steps.entries()) {
      if (kind === 'raised') this.alarms.inc({ type: record.type, kind: kindOf(record) });
      if (record.status === 'active') continue;
      const { id: alarmId, buildingId } = record;
      this.log({ alarmId, buildingId, seq: seq + n, kind }, 'alarm ended');
    }
  }

  emitted(line: Emitted): void {
    this.emitSeconds.observe({ way: line.way }, Math.max(line.ms, 0) / 1_000);
    this.log({ ...line }, 'alarm emitted');
  }

  receiptsSaved({ level, seconds }: { level: ReceiptLevel; seconds: number }): void {
    this.receiptSeconds.observe({ level }, Math.max(seconds, 0));
  }

  /** The probe's lines would hide those of the few real alarms. */
  private log(line: Line, message: string): void {
    if (line.buildingId === PROBE_BUILDING_ID) this.logger.debug(line, message);
    else this.logger.info(line, message);
  }
}
