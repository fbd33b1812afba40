import { Module } from '@nestjs/common';
import { KeepingList } from '../../platform/keeping/keeping.js';
import { AUTH_KEEPING } from './auth-keeping.js';
import { AuditModule } from '../audit/audit.module.js';
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
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { ResetLinksService } from './reset-links.service.js';

@Module({
  imports: [AuditModule],
  controllers: [AuthController, PasswordController, SessionsController],
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
    SessionsService,
  ],
  exports: [AccountsService, AuthService, ResetLinksService],
})
export class AuthModule {
  constructor(list: KeepingList) {
    list.add(...AUTH_KEEPING);
  }
}
