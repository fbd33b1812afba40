import { Module } from '@nestjs/common';
import { AccessStrategy } from './access.guard.js';
import { AccessTokens } from './access-tokens.js';
import { AccountsService } from './accounts.service.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { Passwords } from './passwords.js';
import { RefreshCookie } from './refresh-cookie.js';
import { RefreshTokens } from './refresh-tokens.js';

@Module({
  controllers: [AuthController],
  providers: [
    AccessStrategy,
    AccessTokens,
    AccountsService,
    AuthService,
    Passwords,
    RefreshCookie,
    RefreshTokens,
  ],
  exports: [AccountsService, AuthService],
})
export class AuthModule {}
