import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { LoopTurns } from '../limits/loop-turns.js';
import { networkOf } from '../limits/network-of.js';

/** Gives the request an id for the response's header, an error's body and the log. */
export function requestId(_request: Request, response: Response, next: NextFunction): void {
  response.locals['requestId'] = randomUUID();
  response.setHeader('X-Request-Id', String(response.locals['requestId']));
  next();
}

/** Keeps API responses out of caches: each concerns one user at one moment. */
export function notStored(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/**
 * Handles one request in each turn of the event loop, and serves addresses in rotation. A building
 * that signs in at once would otherwise hold up a press for as long as all its requests take.
 */
export function spreadRequests() {
  const turns = new LoopTurns();
  return ({ ip = '' }: Request, _response: Response, next: NextFunction): void =>
    turns.run(networkOf(ip), next);
}
