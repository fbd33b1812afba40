import { Reflector } from '@nestjs/core';

/**
 * The time in ms for which a node must have been behind before it refuses what can wait: history and
 * lists, sign-ups, and last what devices report. Of everything else, only presses are refused for load,
 * by `refusePresses`.
 */
export const PATIENCE_MS = { read: 1_000, signUp: 1_000, receipt: 2_000 };

export type Waiting = keyof typeof PATIENCE_MS;

/** Marks a route that a node refuses while it is behind. */
export const CanWait = Reflector.createDecorator<Waiting>();
