import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { IsBoolean } from 'class-validator';
import type { Request, Response } from 'express';
import type { SessionCookie, SignedIn, SignInSession } from '../../contract/http.js';
import { SERVER_TIMES } from '../../contract/limits.js';
import { RULES } from '../../contract/text-rules.js';
import { Clock } from '../../platform/clock.js';
import { AppError } from '../../platform/errors/app-error.js';
import { deviceLabel, SameOriginGuard } from '../../platform/http/request-headers.js';
import { IdParam, MayBeMissing, TextField } from '../../platform/input.js';
import { AttemptLimits } from '../../platform/limits/attempt-limits.js';
import { CanWait } from '../../platform/load/node-load.js';
import { AccessGuard } from './access.guard.js';
import { CurrentActor, type Actor } from './actor.js';
import { secondFactorUses, signInUses, signUpUses } from './attempt-uses.js';
import { SignInService } from './sign-in.service.js';
import { TypedCode } from './second-factor/codes.js';
import { ChallengeCookie, KnownBrowserCookie, RefreshCookie } from './sessions/cookies.js';
import { SessionsService, type SignInResult } from './sessions/sessions.service.js';

class Credentials {
  @TextField(RULES.account.email)
  email: string;

  @TextField(RULES.account.password)
  password: string;
}

class SignOut {
  @MayBeMissing()
  @IsBoolean()
  everywhere?: boolean;
}

@Controller('auth')
export class AuthController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionsService,
    private readonly cookie: RefreshCookie,
    private readonly challengeCookie: ChallengeCookie,
    private readonly knownBrowser: KnownBrowserCookie,
    private readonly limits: AttemptLimits,
    private readonly clock: Clock,
  ) {}

  /** Creates an account and signs the user in. */
  @Post('sign-up')
  @CanWait('signUp')
  async signUp(
    @Body() account: Credentials,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    const result = await this.limits.guard(
      signUpUses(addressOf(request)),
      () => this.signIns.signUp(account, labelOf(request)),
      (done, error) => done !== undefined || isTaken(error),
    );
    return this.deliver(request, response, result);
  }

  /**
   * Signs a user in. With two-step sign-in the answer is 401 `auth.second_factor_required`, and the
   * cookie that it sets is good for `POST /api/auth/sign-in/code`.
   */
  @Post('sign-in')
  @HttpCode(200)
  async signIn(
    @Body() { email, password }: Credentials,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    const uses = signInUses(email, addressOf(request), this.knownBrowser.find(request, email));
    const result = await this.limits.guard(uses, () =>
      this.signIns.signIn(email, password, labelOf(request)),
    );
    if ('challenge' in result) {
      this.challengeCookie.set(response, result.challenge, SERVER_TIMES.challengeMs);
      throw new AppError('auth.second_factor_required');
    }
    return this.deliver(request, response, result);
  }

  /** Completes a two-step sign-in with a code of the app or a recovery code. */
  @Post('sign-in/code')
  @HttpCode(200)
  @UseGuards(SameOriginGuard)
  async finishSignIn(
    @Body() { code }: TypedCode,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    const token = this.challengeCookie.read(request, 'auth.challenge_ended');
    const open = await this.signIns.findChallenge(token);
    const { id, email } = open.user;
    const uses = secondFactorUses(id, code, this.knownBrowser.find(request, email));
    const result = await this.limits.guard(uses, () =>
      this.signIns.finish(open, code, labelOf(request)),
    );
    this.challengeCookie.clear(response);
    return this.deliver(request, response, result);
  }

  /**
   * Says whether the browser holds a refresh cookie. A page without a session asks this first, which
   * never fails.
   */
  @Get('session')
  hasSession(@Req() request: Request): SessionCookie {
    return { hasCookie: this.cookie.find(request) !== undefined };
  }

  /** Gives a new access token, and replaces the refresh cookie. */
  @Post('refresh')
  @HttpCode(200)
  @UseGuards(SameOriginGuard)
  async refresh(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    const token = this.cookie.read(request, 'auth.session_ended');
    const result = await this.sessions.refresh(token);
    return this.deliver(request, response, result);
  }

  /** Ends the sign-in of the cookie, or all sign-ins of its user. */
  @Post('sign-out')
  @HttpCode(204)
  @UseGuards(SameOriginGuard)
  async signOut(
    @Body() body: SignOut,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const token = this.cookie.find(request);
    if (token) await this.sessions.signOut(token, body.everywhere === true);
    this.cookie.clear(response);
  }

  /** Lists the user's sign-ins, newest first. */
  @Get('sessions')
  @UseGuards(AccessGuard)
  @CanWait('read')
  list(@CurrentActor() actor: Actor): Promise<SignInSession[]> {
    return this.sessions.list(actor);
  }

  /** Ends one of the user's sign-ins. */
  @Delete('sessions/:id')
  @UseGuards(AccessGuard)
  @HttpCode(204)
  async end(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<void> {
    await this.sessions.end(actor, id);
  }

  private deliver(request: Request, response: Response, result: SignInResult): SignedIn {
    const maxAge = result.refreshExpiresAt.getTime() - this.clock.now().getTime();
    this.cookie.set(response, result.refreshToken, maxAge);
    this.knownBrowser.remember(request, response, result.body.user.email);
    return result.body;
  }
}

/** Such an attempt counts as well: it costs a hash and reveals that the account exists. */
function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === 'auth.already_registered';
}

const addressOf = ({ ip = '' }: Request): string => ip;

/** @returns the browser and system, as the user recognises them */
const labelOf = ({ headers }: Request): string => deviceLabel(headers['user-agent']);
