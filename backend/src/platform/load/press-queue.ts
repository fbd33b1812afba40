import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { arrivalOf } from '../arrivals.js';
import type { Config } from '../config.js';
import { KeyedQueue, type Turn } from '../database/keyed-queue.js';
import { POOLS } from '../database/connections/connection-needs.js';
import { AppError } from '../errors/app-error.js';
import { Slots } from '../limits/slots.js';
import { CONFIG } from '../tokens.js';
import { leftUntil } from '../with-timeout.js';
import { NodeLoad } from './node-load.js';

/** Leaves time to answer with 503 within the promised 3 s (docs/reliability.md). */
const PATIENCE_MS = 2_800;
/** The time to save the press and to send the answer, after the wait. */
const SAVING_MS = 200;

/**
 * A burst waits until its deadline. A queue stands when for half a second nobody has waited for less
 * than 300 ms: then more presses come than this node saves, and a longer queue would save no more of
 * them. A tab asks again after a second without an answer, so nobody waits for that long in it.
 */
const STANDS_AFTER_MS = 500;
const SHORT_WAIT_MS = 300;
const STANDING_LIMIT_MS = 800;

/**
 * A press is asked to come back by then at the latest, however many have been refused; a tab believes no
 * longer time. A refusal costs a quarter of a save: with half of it, the refused ones alone would keep a
 * node busy at twice its load (decision 70).
 */
const LATEST_RETURN_MS = 10_000;

/** The share of the newest change in the mean, which so follows the last ten or so. */
const NEWEST = 0.1;
const FIRST_MEAN_MS = 10;

/** The presses of all buildings share the slots. */
const KEY = 'presses';

/** Turns of one building take a few ms each, so more than this wait for half a second. */
const WAITING_TURNS = 100;

/** @returns the deadline of a change that arrived then; both by `performance.now()` */
export const deadlineOf = (arrivedMs: number): number => arrivedMs + PATIENCE_MS;

/** @returns how long ago a change with that deadline arrived, in ms */
export const sinceArrival = (deadlineMs: number): number => PATIENCE_MS - leftUntil(deadlineMs);

/**
 * Queues every change of a stream: it waits first for its turn in its building, then for one of the
 * connections for presses, which all buildings share in the order in which their turns came. A press
 * that would not be saved in time is refused, and told when there will be room (decision 70).
 */
@Injectable()
export class PressQueue {
  private readonly turns: KeyedQueue;
  private readonly slots = new Slots();
  /** The mean time of a change, without its wait. */
  private meanMs = FIRST_MEAN_MS;
  /** When somebody last had to wait for a short time only, by `performance.now()`. */
  private calmAtMs = performance.now();
  /** When the last press that was refused is to come back. */
  private lastReturnMs = 0;

  constructor(@Inject(CONFIG) { rateLimits }: Pick<Config, 'rateLimits'>, load: NodeLoad) {
    this.turns = new KeyedQueue(rateLimits);
    load.watch({ name: 'turns', read: () => this.turns.waiting, limit: WAITING_TURNS });
  }

  /**
   * @param buildingId as the client sent it, not validated
   * @param deadlineMs by `performance.now()`
   * @returns the error `alarm.busy` for a press that would wait for too long; undefined when it has room
   */
  refusal(buildingId: string, deadlineMs: number): AppError | undefined {
    const nowMs = performance.now();
    const stands = nowMs - this.calmAtMs > STANDS_AFTER_MS;
    const leftMs = leftUntil(deadlineMs) - SAVING_MS;
    const limitMs = stands ? Math.min(leftMs, STANDING_LIMIT_MS) : leftMs;
    const waitMs = this.waitMs(buildingId);
    const tooLongMs = waitMs - limitMs;
    // An empty queue refuses nothing; a late press fails at its own deadline.
    if (waitMs === 0 || tooLongMs <= 0) return undefined;
    return new AppError('alarm.busy', { retryInMs: this.returnAfter(tooLongMs, nowMs) });
  }

  /**
   * Runs the work of a change when the building's turn and a connection are free.
   * @throws what `KeyedQueue` does
   */
  serialize<T>(buildingId: string, person: string, turn: Turn<T>): Promise<T> {
    const work = (mayWait: boolean) => this.pass(turn.deadlineMs, () => turn.work(mayWait));
    return this.turns.serialize(buildingId, person, { ...turn, work });
  }

  private pass<T>(deadlineMs: number, work: () => Promise<T>): Promise<T> {
    return this.slots.run(KEY, POOLS.presses, async () => {
      const beganMs = performance.now();
      if (sinceArrival(deadlineMs) < SHORT_WAIT_MS) this.calmAtMs = beganMs;
      return work().finally(() => {
        this.meanMs += NEWEST * (performance.now() - beganMs - this.meanMs);
      });
    });
  }

  /** Returns how long a change of the building that comes now would wait. */
  private waitMs(buildingId: string): number {
    const slotMs = this.slots.waiting(KEY) * this.intervalMs();
    return this.turns.waitingFor(buildingId) * (slotMs + this.meanMs) + slotMs;
  }

  /** Returns the time between two changes that end one after the other while others wait. */
  private intervalMs(): number {
    return this.meanMs / POOLS.presses;
  }

  /** Gives each refused press a moment of its own, so that it finds room and asks only once more. */
  private returnAfter(tooLongMs: number, nowMs: number): number {
    const firstMs = nowMs + Math.min(tooLongMs, LATEST_RETURN_MS);
    this.lastReturnMs = Math.max(this.lastReturnMs, firstMs) + this.intervalMs();
    const afterMs = this.lastReturnMs - nowMs;
    if (afterMs <= LATEST_RETURN_MS) return Math.ceil(afterMs);
    this.lastReturnMs = nowMs + LATEST_RETURN_MS;
    return Math.ceil(LATEST_RETURN_MS * (0.5 + Math.random() / 2));
  }
}

const PRESS = /^\/buildings\/([^/]+)\/alarms$/;

/**
 * Refuses presses by HTTP while a node has no room for them, before their body, their route and their
 * sign-in are looked at: a refusal costs little, so that those who have a place get their answer.
 */
export const refusePresses =
  (queue: PressQueue) =>
  ({ method, path }: Request, response: Response, next: NextFunction): void => {
    const [, buildingId] = (method === 'POST' && PRESS.exec(path)) || [];
    next(buildingId && queue.refusal(buildingId, deadlineOf(arrivalOf(response))));
  };
