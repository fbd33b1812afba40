import type { Request } from 'express';

/** @returns the cookie's value; undefined when it is missing or empty */
export function readCookie(request: Request, cookie: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, ...value] = part.trim().split('=');
    if (name === cookie) return value.join('=') || undefined;
  }
  return undefined;
}
