import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.js';
import { AppError } from '../errors/app-error.js';
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

const HEALTH = /^\/api\/health\//;

/** Lets a worker serve its metrics and its health, and nothing else. */
export function onlyHealth(metrics: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.path === '/metrics') metrics(request, response, next);
    else next(HEALTH.test(request.path) ? undefined : new AppError('request.not_found'));
  };
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

const YEAR_SECONDS = 31_536_000;

/**
 * Sets the security headers of every response. The siren plays from a `blob:` and would be silent
 * without it in `media-src`. HSTS and the upgrade of requests must not be sent over plain HTTP.
 */
export function securityHeaders(config: Config): RequestHandler[] {
  const https = config.publicUrl.startsWith('https:');
  // CSP cannot express an IPv6 address; there 'self' covers the socket.
  const sockets = config.allowedOrigins
    .filter((origin) => !origin.includes('['))
    .map((origin) => origin.replace(/^http/, 'ws'));
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          mediaSrc: ["'self'", 'blob:'],
          fontSrc: ["'self'"],
          connectSrc: ["'self'", ...sockets],
          workerSrc: ["'self'"],
          manifestSrc: ["'self'"],
          baseUri: ["'none'"],
          objectSrc: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          requireTrustedTypesFor: ["'script'"],
          trustedTypes: ['resq'],
          ...(https && { upgradeInsecureRequests: [] }),
        },
      },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: https ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
      xFrameOptions: { action: 'deny' },
    }),
    (_request, response, next) => {
      response.setHeader(
        'Permissions-Policy',
        'autoplay=(self), camera=(), geolocation=(), microphone=()',
      );
      next();
    },
  ];
}
