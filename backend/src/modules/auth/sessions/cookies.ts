import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import type { ErrorCode } from '../../../contract/errors.js';
import type { Config } from '../../../platform/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { deriveKey } from '../../../platform/secret-keys.js';
import { newToken } from '../../../platform/secret-texts.js';
import { CONFIG } from '../../../platform/tokens.js';
import { accountEmail } from '../auth.entities.js';

/** A cookie that scripts cannot read, and that is sent to our own pages only. */
class StrictCookie {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(name: string, publicUrl: string) {
    const secure = publicUrl.startsWith('https:');
    // The prefix makes browsers require Secure, no Domain and Path=/ (RFC 6265bis, 4.1.3.2).
    this.name = secure ? `__Host-${name}` : name;
    this.options = { httpOnly: true, sameSite: 'strict', path: '/', secure };
  }

  set(response: Response, value: string, maxAge: number): void {
    response.cookie(this.name, value, { ...this.options, maxAge });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }

  /** @returns the cookie's value; undefined when it is missing or empty */
  find(request: Request): string | undefined {
    for (const part of (request.headers.cookie ?? '').split(';')) {
      const [name, ...value] = part.trim().split('=');
      if (name === this.name) return value.join('=') || undefined;
    }
    return undefined;
  }

  /** @throws AppError with the code when the request has no such cookie */
  read(request: Request, code: ErrorCode): string {
    const found = this.find(request);
    if (!found) throw new AppError(code);
    return found;
  }
}

/** Holds the refresh token. */
@Injectable()
export class RefreshCookie extends StrictCookie {
  constructor(@Inject(CONFIG) { publicUrl }: Config) {
    super('resq_rt', publicUrl);
  }
}

/** Binds a sign-in that waits for a code to the browser in which the password was typed. */
@Injectable()
export class ChallengeCookie extends StrictCookie {
  constructor(@Inject(CONFIG) { publicUrl }: Config) {
    super('resq_challenge', publicUrl);
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
  private readonly cookie: StrictCookie;
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) { publicUrl, secrets }: Config) {
    this.cookie = new StrictCookie('resq_known', publicUrl);
    this.key = deriveKey(secrets.refreshKey, 'known browser');
  }

  /** @returns the browser's id for the account; undefined when it has never signed in to it */
  find(request: Request, email: string): string | undefined {
    return this.read(request)
      .find((entry) => this.isSigned(entry, email))
      ?.split('.')[0];
  }

  remember(request: Request, response: Response, email: string): void {
    const others = this.read(request).filter((entry) => !this.isSigned(entry, email));
    const id = this.find(request, email) ?? newToken(ID_BYTES);
    const entries = [`${id}.${this.signatureOf(id, email)}`, ...others].slice(0, ACCOUNTS_MAX);
    this.cookie.set(response, entries.join('~'), MAX_AGE_MS);
  }

  private read(request: Request): string[] {
    return (this.cookie.find(request) ?? '').split('~', ACCOUNTS_MAX).filter(Boolean);
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
    return hmac.update(`${id} ${accountEmail(email)}`).digest('base64url');
  }
}
