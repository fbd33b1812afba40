import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AccessCode } from '../../contract/http.js';
import { CODE_PATTERN, SERVER_TIMES } from '../../contract/limits.js';
import { Clock } from '../../platform/clock.js';
import { Transactions, type Tx } from '../../platform/database/transactions.js';
import { AppError } from '../../platform/errors/app-error.js';
import { readableSymbols, sha256 } from '../../platform/secret-texts.js';
import { AuditService } from '../audit/audit.service.js';
import { GateRepository, type AccessCodeRow } from './gate.repository.js';

export interface NewCode {
  code: string;
  name?: string;
  email?: string;
  company?: string;
}

/** Ids are the same in capitals, as everywhere. */
const sessionKey = (sessionId: string): string => sha256(sessionId.toLowerCase());

/**
 * Checks, generates, lists, creates and deletes invitation codes. A code opens the landing page and
 * lets a user create a building. It never makes a user a member of an existing building.
 */
@Injectable()
export class GateService {
  constructor(
    private readonly gate: GateRepository,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /**
   * Counts one use of the code and starts, or prolongs, this browser session's 24 hours.
   * @param code any text, in upper case
   * @param sessionId UUID of the browser session
   * @returns false when the code is malformed, unknown or used up
   */
  async validateCode(code: string, sessionId: string): Promise<boolean> {
    if (!CODE_PATTERN.test(code)) return false;
    return this.gate.useCode(code, sessionKey(sessionId), this.clock.now());
  }

  /**
   * Finds the session without prolonging it.
   * @throws AppError gate.session_not_found when it is unknown or was not used in the last 24 hours
   */
  async findLiveSession(sessionId: string): Promise<{ lastUsedAt: string }> {
    const usedAfter = this.clock.ago(SERVER_TIMES.codeSessionMs);
    const session = await this.gate.findSession(sessionKey(sessionId), usedAfter);
    if (!session) throw new AppError('gate.session_not_found');
    return { lastUsedAt: session.lastUsedAt.toISOString() };
  }

  /** @throws AppError gate.session_required */
  async requireLiveSession(sessionId: string): Promise<void> {
    await this.findLiveSession(sessionId).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('gate.session_required') : error;
    });
  }

  /** @returns a code XXXX-XXXX of eight random symbols: 40 bits */
  generateCode(): string {
    return `${readableSymbols(4)}-${readableSymbols(4)}`;
  }

  async listCodes(): Promise<AccessCode[]> {
    return (await this.gate.findCodes()).map(view);
  }

  /**
   * @param actorId the administrator
   * @throws AppError code.already_exists
   */
  createCode(input: NewCode, actorId: string): Promise<AccessCode> {
    return this.transactions.run((tx) => this.insertCode(tx, input, actorId));
  }

  /** @throws AppError code.already_exists */
  async insertCode(tx: Tx, input: NewCode, actorId?: string): Promise<AccessCode> {
    const code = {
      id: randomUUID(),
      code: input.code,
      name: input.name ?? null,
      email: input.email ?? null,
      company: input.company ?? null,
      maxUses: null,
      useCount: 0,
      createdAt: this.clock.now(),
      usedAt: null,
    };
    if (!(await this.gate.insertCode(tx, code))) throw new AppError('code.already_exists');
    const act = { action: 'code.created', subjectId: code.id } as const;
    await this.audit.write(tx, { ...act, ...(actorId && { actorId }) });
    return view(code);
  }

  /**
   * @param actorId the administrator
   * @throws AppError code.not_found
   */
  async removeCode(id: string, actorId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (!(await this.gate.deleteCode(tx, id))) throw new AppError('code.not_found');
      await this.audit.write(tx, { action: 'code.deleted', actorId, subjectId: id });
    });
  }
}

function view(code: AccessCodeRow): AccessCode {
  const { createdAt, usedAt } = code;
  return {
    ...code,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  };
}
