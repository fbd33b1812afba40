import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.js';

const YEAR_SECONDS = 31_536_000;

/**
 * The headers of every answer. The alarm's sound is a `blob:`: without it in `media-src` the siren
 * would be silent. Over plain HTTP neither HSTS nor an upgrade of requests may be asked for.
 */
export function securityHeaders(config: Config): RequestHandler[] {
  const https = config.publicUrl.startsWith('https:');
  // CSP has no words for an IPv6 address; there 'self' covers the socket.
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
