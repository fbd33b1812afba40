import { Module } from '@nestjs/common';
import { RetentionRules } from '../../platform/retention/retention.js';
import { AuditModule } from '../audit/audit.module.js';
import { AccessStrategy } from './access.guard.js';
import { AccountsService } from './accounts.service.js';
import { AdminRefusals } from './admin.guard.js';
import { AUTH_RETENTION } from './auth-retention.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { PasswordController, SecondFactorController } from './credentials.controller.js';
import { PasswordService } from './passwords/password.service.js';
import { Passwords } from './passwords/passwords.js';
import { ConfirmationService } from './second-factor/confirmation.service.js';
import { SecondFactorRepository, SecretCipher } from './second-factor/second-factor.repository.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { AccessTokens } from './sessions/access-tokens.js';
import { AuthSessionRepository } from './sessions/auth-session.repository.js';
import { ChallengeCookie, KnownBrowserCookie, RefreshCookie } from './sessions/cookies.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInService } from './sign-in.service.js';
import { PushTicketsService } from './tickets/push-tickets.service.js';
import { UserRepository } from './user.repository.js';

@Module({
  imports: [AuditModule],
  controllers: [AuthController, PasswordController, SecondFactorController],
  providers: [
    AccessStrategy,
    AccessTokens,
    AccountsService,
    AdminRefusals,
    AuthService,
    AuthSessionRepository,
    ChallengeCookie,
    ConfirmationService,
    KnownBrowserCookie,
    PasswordService,
    Passwords,
    PushTicketsService,
    RefreshCookie,
    SecondFactorRepository,
    SecondFactorService,
    SecretCipher,
    SessionsService,
    SignInService,
    UserRepository,
  ],
  exports: [
    AccountsService,
    AdminRefusals,
    AuthService,
    ConfirmationService,
    PushTicketsService,
    PasswordService,
  ],
})
export class AuthModule {
  constructor(retention: RetentionRules) {
    retention.add(...AUTH_RETENTION);
  }
}
