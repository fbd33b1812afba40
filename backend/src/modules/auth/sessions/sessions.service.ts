import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, MoreThan } from 'typeorm';
import type { SignInSession } from '../../../contract/http.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../actor.js';
import { AuthSession } from './auth-session.entity.js';
import { endSessions } from './end-sessions.js';

/** A person's sign-ins, one per browser. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
  ) {}

  /** @returns the living ones, newest first */
  async list({ userId, sessionId }: Actor): Promise<SignInSession[]> {
    const sessions = await this.database.getRepository(AuthSession).find({
      where: { userId, endedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) },
      order: { createdAt: 'DESC', id: 'ASC' },
    });
    return sessions.map(({ id, label, createdAt, expiresAt }) => ({
      id,
      label,
      current: id === sessionId,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }));
  }

  /** @throws AppError auth.session_not_found, the same for somebody else's */
  async end({ userId }: Actor, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const ended = await endSessions(tx, { id, userId }, this.clock.now());
      if (ended.length === 0) throw new AppError('auth.session_not_found');
      await this.audit.write(tx, { action: 'session.ended', actorId: userId, subjectId: id });
    });
    this.signals.publish('session', id);
  }
}
