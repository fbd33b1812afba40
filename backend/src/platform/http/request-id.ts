import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/** Gives the request an id for the response's header, an error's body and the log. */
export function requestId(_request: Request, response: Response, next: NextFunction): void {
  response.locals['requestId'] = randomUUID();
  response.setHeader('X-Request-Id', String(response.locals['requestId']));
  next();
}
