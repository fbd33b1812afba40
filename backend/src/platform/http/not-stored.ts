import type { NextFunction, Request, Response } from 'express';

/** Keeps API responses out of caches: each concerns one user at one moment. */
export function notStored(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
