import type { NextFunction, Request, Response } from 'express';
import { LoopTurns } from '../limits/loop-turns.js';
import { networkOf } from '../limits/network-of.js';

/**
 * Handles one request in each turn of the event loop, and serves addresses in rotation. A building
 * that signs in at once would otherwise hold up a press for as long as all its requests take.
 */
export function spreadRequests() {
  const turns = new LoopTurns();
  return ({ ip = '' }: Request, _response: Response, next: NextFunction): void =>
    turns.run(networkOf(ip), next);
}
