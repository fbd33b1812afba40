import type { NextFunction, Request, Response } from 'express';
import { arrivalOf } from '../arrivals.js';
import { deadlineOf, type PressQueue } from './press-queue.js';

const PRESS = /^\/buildings\/[^/]+\/alarms$/;

/**
 * Refuses presses by HTTP while a node has no room for them, before their body, their route and their
 * sign-in are looked at: a refusal costs little, so that those who have a place get their answer.
 */
export const refusePresses =
  (queue: PressQueue) =>
  ({ method, path }: Request, response: Response, next: NextFunction): void => {
    const isPress = method === 'POST' && PRESS.test(path);
    next(isPress ? queue.refusal(deadlineOf(arrivalOf(response))) : undefined);
  };
