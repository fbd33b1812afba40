import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { CONFIG } from '../../../platform/tokens.js';

/** The refresh token's cookie: not readable by scripts, sent to our own pages only. */
@Injectable()
export class RefreshCookie {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly clock: Clock,
  ) {
    const secure = config.publicUrl.startsWith('https:');
    // The prefix makes browsers require Secure, no Domain and Path=/ (RFC 6265bis, 4.1.3.2).
    this.name = secure ? '__Host-resq_rt' : 'resq_rt';
    this.options = { httpOnly: true, sameSite: 'strict', path: '/', secure };
  }

  set(response: Response, token: string, expiresAt: Date): void {
    const maxAge = expiresAt.getTime() - this.clock.now().getTime();
    response.cookie(this.name, token, { ...this.options, maxAge });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }

  /** @throws AppError auth.session_ended when the request has no such cookie */
  read(request: Request): string {
    const found = this.find(request);
    if (!found) throw new AppError('auth.session_ended');
    return found;
  }

  find(request: Request): string | undefined {
    return readCookie(request, this.name);
  }
}

/** The cookie page promises twelve months at most. */
const MAX_AGE_MS = 365 * 24 * 60 * 60_000;
const ID_BYTES = 16;
/** The accounts that one browser is known for, newest first. */
const ACCOUNTS_MAX = 5;

/**
 * Proves that a browser has signed in to an account before, also after signing out. It holds a
 * random id with its signature for each account, names no account and opens none.
 */
@Injectable()
export class KnownBrowserCookie {
  private readonly name: string;
  private readonly options: CookieOptions;
  private readonly key: Buffer;

  constructor(@Inject(CONFIG) { publicUrl, secrets }: Config) {
    const secure = publicUrl.startsWith('https:');
    this.name = secure ? '__Host-resq_known' : 'resq_known';
    this.options = { httpOnly: true, sameSite: 'strict', path: '/', secure, maxAge: MAX_AGE_MS };
    this.key = Buffer.from(hkdfSync('sha256', secrets.refreshKey, '', 'known browser', 32));
  }

  /** @returns the browser's id for the account; undefined when it has never signed in to it */
  find(request: Request, email: string): string | undefined {
    return this.read(request)
      .find((entry) => this.isSigned(entry, email))
      ?.split('.')[0];
  }

  remember(request: Request, response: Response, email: string): void {
    const others = this.read(request).filter((entry) => !this.isSigned(entry, email));
    const id = this.find(request, email) ?? randomBytes(ID_BYTES).toString('base64url');
    const entries = [`${id}.${this.signatureOf(id, email)}`, ...others].slice(0, ACCOUNTS_MAX);
    response.cookie(this.name, entries.join('~'), this.options);
  }

  private read(request: Request): string[] {
    return (readCookie(request, this.name) ?? '').split('~', ACCOUNTS_MAX).filter(Boolean);
  }

  private isSigned(entry: string, email: string): boolean {
    const [id = '', signature = ''] = entry.split('.');
    const [given, right] = [signature, this.signatureOf(id, email)].map((text) =>
      Buffer.from(text),
    );
    return given?.length === right?.length && timingSafeEqual(given!, right!);
  }

  private signatureOf(id: string, email: string): string {
    const hmac = createHmac('sha256', this.key);
    return hmac.update(`${id} ${email.toLowerCase()}`).digest('base64url');
  }
}

/** @returns the cookie's value; undefined when it is missing or empty */
export function readCookie(request: Request, cookie: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, ...value] = part.trim().split('=');
    if (name === cookie) return value.join('=') || undefined;
  }
  return undefined;
}
