import { Module } from '@nestjs/common';
import { AccessStrategy } from './access.guard.js';
import { AccessTokens } from './access-tokens.js';
import { AccountsService } from './accounts.service.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { PasswordController } from './password.controller.js';
import { PasswordService } from './password.service.js';
import { Passwords } from './passwords.js';
import { RefreshCookie } from './refresh-cookie.js';
import { RefreshTokens } from './refresh-tokens.js';
import { ResetLinksService } from './reset-links.service.js';

@Module({
  controllers: [AuthController, PasswordController],
  providers: [
    AccessStrategy,
    AccessTokens,
    AccountsService,
    AuthService,
    PasswordService,
    Passwords,
    RefreshCookie,
    RefreshTokens,
    ResetLinksService,
  ],
  exports: [AccountsService, AuthService, ResetLinksService],
})
export class AuthModule {}
