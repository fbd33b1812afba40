import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/** Names the request in its answer, in an error's body and in the log. */
export function requestId(_request: Request, response: Response, next: NextFunction): void {
  response.locals['requestId'] = randomUUID();
  response.setHeader('X-Request-Id', String(response.locals['requestId']));
  next();
}
