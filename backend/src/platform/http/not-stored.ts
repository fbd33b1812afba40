import type { NextFunction, Request, Response } from 'express';

/** What the calls answer concerns one person at one moment: no cache keeps it. */
export function notStored(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
