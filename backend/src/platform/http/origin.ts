import { CanActivate, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../errors/app-error.js';
import type { Config } from '../config.js';
import { CONFIG } from '../tokens.js';

/**
 * Guards the calls that a cookie authorises against CSRF. Only our own pages can send the header
 * with JSON (OWASP's "custom request header"), and only from an allowed origin.
 */
@Injectable()
export class SameOriginGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const site = request.headers['sec-fetch-site'];
    const allowed =
      this.config.allowedOrigins.includes(request.headers.origin ?? '') &&
      request.headers['x-resq'] === '1' &&
      request.is('application/json') !== false &&
      (site === undefined || site === 'same-origin');
    if (!allowed) throw new AppError('request.origin_refused');
    return true;
  }
}
