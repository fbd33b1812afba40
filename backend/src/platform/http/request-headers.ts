import { CanActivate, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Config } from '../config.js';
import { AppError } from '../errors/app-error.js';
import { CONFIG } from '../tokens.js';

/** @returns the token of an `Authorization` header; empty when it has none */
export function bearerOf(header: string | undefined): string {
  return /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? '';
}

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

/** The order matters: a browser's user agent also names browsers that come later in this list. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Labels a device for the user who must recognise it, such as "Chrome på Android". The label is
 * coarse on purpose, so that it identifies nobody.
 */
export function deviceLabel(userAgent: string | undefined): string {
  const named = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = named(BROWSERS) ?? 'Webbläsare';
  const system = named(SYSTEMS);
  return system ? `${browser} på ${system}` : browser;
}
