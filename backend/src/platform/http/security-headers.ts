import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.js';

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
