import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { TIMES } from '../../../contract/limits.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Config } from '../../../platform/config.js';
import { CONFIG } from '../../../platform/tokens.js';
import { readCookie } from '../sessions/cookies.js';

/** Binds a sign-in that waits for a code to the browser in which the password was typed. */
@Injectable()
export class ChallengeCookie {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(@Inject(CONFIG) { publicUrl }: Config) {
    const secure = publicUrl.startsWith('https:');
    this.name = secure ? '__Host-resq_challenge' : 'resq_challenge';
    this.options = { httpOnly: true, sameSite: 'strict', path: '/', secure };
  }

  set(response: Response, token: string): void {
    response.cookie(this.name, token, { ...this.options, maxAge: TIMES.challengeMs });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }

  /** @throws AppError auth.challenge_ended when the request has no such cookie */
  read(request: Request): string {
    const found = readCookie(request, this.name);
    if (!found) throw new AppError('auth.challenge_ended');
    return found;
  }
}
