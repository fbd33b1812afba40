import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../errors/app-error.js';
import type { PressGate } from './press-gate.js';

const PRESS = /^\/buildings\/[^/]+\/alarms$/;

/**
 * Refuses presses by HTTP while a node has no room for them, before their body, their route and their
 * sign-in are looked at: a refusal costs little, so that those who have a place get their answer.
 */
export const refusePresses =
  (gate: PressGate) =>
  ({ method, path }: Request, _response: Response, next: NextFunction): void => {
    const isRefused = method === 'POST' && gate.isFull() && PRESS.test(path);
    next(isRefused ? new AppError('alarm.busy') : undefined);
  };
