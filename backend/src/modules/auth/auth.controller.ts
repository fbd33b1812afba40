import {
  Body,
  Controller,
  Headers,
  HttpCode,
  Inject,
  Ip,
  Post,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { IsBoolean } from 'class-validator';
import type { Request, Response } from 'express';
import type { SignedIn } from '../../contract/http.js';
import { RULES } from '../../contract/limits.js';
import type { Config } from '../../platform/config.js';
import { FailureLimiter, SIGN_IN_FAILURES } from '../../platform/failure-limiter.js';
import { deviceLabel } from '../../platform/http/device-label.js';
import { SameOriginGuard } from '../../platform/http/origin.js';
import { MayBeMissing } from '../../platform/input/may-be-missing.js';
import { TextField } from '../../platform/input/text-field.js';
import { CONFIG } from '../../platform/tokens.js';
import { RefreshCookie } from './sessions/refresh-cookie.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInService, type SignInResult } from './sign-in.service.js';

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
  private readonly limiter: FailureLimiter;

  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionsService,
    private readonly cookie: RefreshCookie,
    @Inject(CONFIG) config: Config,
  ) {
    this.limiter = new FailureLimiter({ on: config.rateLimits, ...SIGN_IN_FAILURES });
  }

  @Post('sign-up')
  async signUp(
    @Body() { email, password }: Credentials,
    @Ip() address: string,
    @Headers('user-agent') userAgent: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    const result = await this.limiter.guard(address, () =>
      this.signIns.signUp(email, password, deviceLabel(userAgent)),
    );
    return this.deliver(response, result);
  }

  @Post('sign-in')
  @HttpCode(200)
  async signIn(
    @Body() { email, password }: Credentials,
    @Ip() address: string,
    @Headers('user-agent') userAgent: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    const result = await this.limiter.guard(address, () =>
      this.signIns.signIn(email, password, deviceLabel(userAgent)),
    );
    return this.deliver(response, result);
  }

  @Post('refresh')
  @HttpCode(200)
  @UseGuards(SameOriginGuard)
  async refresh(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    return this.deliver(response, await this.signIns.refresh(this.cookie.read(request)));
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

  private deliver(response: Response, result: SignInResult): SignedIn {
    this.cookie.set(response, result.refreshToken, result.refreshExpiresAt);
    return result.body;
  }
}
