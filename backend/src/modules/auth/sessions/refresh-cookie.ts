import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { CONFIG } from '../../../platform/tokens.js';
import { readCookie } from './read-cookie.js';

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
