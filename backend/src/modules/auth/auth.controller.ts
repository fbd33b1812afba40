import { Body, Controller, Headers, HttpCode, Ip, Post, Req, Res, UseGuards } from '@nestjs/common';
import { IsBoolean } from 'class-validator';
import type { Request, Response } from 'express';
import type { SignedIn } from '../../contract/http.js';
import { RULES } from '../../contract/text-rules.js';
import { AppError } from '../../platform/errors/app-error.js';
import { deviceLabel, SameOriginGuard } from '../../platform/http/request-headers.js';
import { MayBeMissing, TextField } from '../../platform/input/fields.js';
import { AttemptLimits } from '../../platform/limits/attempt-limits.js';
import { CanWait } from '../../platform/load/node-load.js';
import { secondFactorUses, signInUses, signUpUses } from './attempt-uses.js';
import { ChallengeCookie } from './second-factor/challenge-cookie.js';
import { ChallengesService } from './second-factor/challenges.service.js';
import { plainCode } from './second-factor/recovery-codes.js';
import { TypedCode } from './second-factor/typed-code.js';
import { KnownBrowserCookie, RefreshCookie } from './sessions/cookies.js';
import type { SignInResult } from './sessions/session-starter.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInService } from './sign-in.service.js';

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
    private readonly challenges: ChallengesService,
    private readonly cookie: RefreshCookie,
    private readonly challengeCookie: ChallengeCookie,
    private readonly knownBrowser: KnownBrowserCookie,
    private readonly limits: AttemptLimits,
  ) {}

  @Post('sign-up')
  @CanWait('signUp')
  async signUp(
    @Body() { email, password }: Credentials,
    @Ip() address: string,
    @Headers('user-agent') userAgent: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    const result = await this.limits.guard(
      signUpUses(address),
      () => this.signIns.signUp(email, password, deviceLabel(userAgent)),
      (done, error) => done !== undefined || isTaken(error),
    );
    return this.deliver(request, response, result);
  }

  @Post('sign-in')
  @HttpCode(200)
  async signIn(
    @Body() { email, password }: Credentials,
    @Ip() address: string,
    @Headers('user-agent') userAgent: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    const uses = signInUses(email, address, this.knownBrowser.find(request, email));
    const result = await this.limits.guard(uses, () =>
      this.signIns.signIn(email, password, deviceLabel(userAgent)),
    );
    if ('challenge' in result) {
      this.challengeCookie.set(response, result.challenge);
      throw new AppError('auth.second_factor_required');
    }
    return this.deliver(request, response, result);
  }

  @Post('sign-in/code')
  @HttpCode(200)
  @UseGuards(SameOriginGuard)
  async finishSignIn(
    @Body() { code }: TypedCode,
    @Headers('user-agent') userAgent: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    const open = await this.challenges.find(this.challengeCookie.read(request));
    const { id, email } = open.user;
    const plain = plainCode(code);
    const uses = secondFactorUses(id, plain, this.knownBrowser.find(request, email));
    const result = await this.limits.guard(uses, () =>
      this.challenges.finish(open, plain, deviceLabel(userAgent)),
    );
    this.challengeCookie.clear(response);
    return this.deliver(request, response, result);
  }

  @Post('refresh')
  @HttpCode(200)
  @UseGuards(SameOriginGuard)
  async refresh(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    const result = await this.signIns.refresh(this.cookie.read(request));
    return this.deliver(request, response, result);
  }

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

  private deliver(request: Request, response: Response, result: SignInResult): SignedIn {
    this.cookie.set(response, result.refreshToken, result.refreshExpiresAt);
    this.knownBrowser.remember(request, response, result.body.user.email);
    return result.body;
  }
}

/** Such an attempt counts as well: it costs a hash and reveals that the account exists. */
function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === 'auth.already_registered';
}
