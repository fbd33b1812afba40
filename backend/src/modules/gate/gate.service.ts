import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import { CODE_PATTERN, TIMES } from '../../contract/limits.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import { sha256 } from '../../platform/hashing.js';
import { CodeSession } from './code-session.entity.js';

/** The gate opens the landing page and nothing else: no code ever makes anybody a member. */
@Injectable()
export class GateService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts one use of the code and starts, or prolongs, this browser session's 24 hours. One
   * statement counts and checks, so that uses at the same moment are all counted.
   * @param code in capitals, as typed
   * @param sessionId UUID of the browser session
   * @returns whether the code was accepted
   */
  async validateCode(code: string, sessionId: string): Promise<boolean> {
    if (!CODE_PATTERN.test(code)) return false;
    const rows = await this.database.query<{ session_id: string }[]>(
      `with used as (
         update access_codes set use_count = use_count + 1, used_at = $2
          where code = $1 and (max_uses is null or use_count < max_uses)
         returning id
       )
       insert into code_sessions (session_id, last_used_at, code_id)
       select $3, $2, id from used
       on conflict (session_id)
         do update set last_used_at = excluded.last_used_at, code_id = excluded.code_id
       returning session_id`,
      [code, this.clock.now(), sha256(sessionId)],
    );
    return rows.length === 1;
  }

  /**
   * Looking does not move the time of last use.
   * @throws AppError gate.session_not_found when it is unknown or was last used 24 hours ago or more
   */
  async findLiveSession(sessionId: string): Promise<{ lastUsedAt: string }> {
    const session = await this.database.getRepository(CodeSession).findOneBy({
      sessionId: sha256(sessionId),
      lastUsedAt: MoreThan(this.clock.ago(TIMES.codeSessionMs)),
    });
    if (!session) throw new AppError('gate.session_not_found');
    return { lastUsedAt: session.lastUsedAt.toISOString() };
  }

  /** @throws AppError gate.session_required */
  async requireLiveSession(sessionId: string): Promise<void> {
    await this.findLiveSession(sessionId).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('gate.session_required') : error;
    });
  }
}
