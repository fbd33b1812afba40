import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AccessCode } from '../../contract/http.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import { Transactions, type Tx } from '../../platform/database/transactions.js';
import { readableSymbols } from '../../platform/readable-symbols.js';
import { AuditService } from '../audit/audit.service.js';
import type { AccessCodeRow } from './gate.entities.js';
import { GateRepository } from './gate.repository.js';

export interface NewCode {
  code: string;
  name?: string;
  email?: string;
  company?: string;
}

/** Generates, lists, creates and deletes invitation codes. */
@Injectable()
export class AccessCodesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly codes: GateRepository,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** @returns a code XXXX-XXXX of eight random symbols: 40 bits */
  generate(): string {
    return `${readableSymbols(4)}-${readableSymbols(4)}`;
  }

  async list(): Promise<AccessCode[]> {
    const codes = await this.codes.findCodes();
    return codes.map(view);
  }

  /**
   * @param actorId the administrator
   * @throws AppError code.already_exists
   */
  create(input: NewCode, actorId: string): Promise<AccessCode> {
    return this.transactions.run((tx) => this.insert(tx, input, actorId));
  }

  /** @throws AppError code.already_exists */
  async insert(tx: Tx, input: NewCode, actorId?: string): Promise<AccessCode> {
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
    if (!(await this.codes.insertCode(tx, code))) throw new AppError('code.already_exists');
    await this.audit.write(tx, {
      action: 'code.created',
      subjectId: code.id,
      ...(actorId && { actorId }),
    });
    return view(code);
  }

  /**
   * @param actorId the administrator
   * @throws AppError code.not_found
   */
  async remove(id: string, actorId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (!(await this.codes.deleteCode(tx, id))) throw new AppError('code.not_found');
      await this.audit.write(tx, { action: 'code.deleted', actorId, subjectId: id });
    });
  }
}

function view(code: AccessCodeRow): AccessCode {
  const { id, name, email, company, maxUses, useCount } = code;
  return {
    id,
    code: code.code,
    name,
    email,
    company,
    maxUses,
    useCount,
    createdAt: code.createdAt.toISOString(),
    usedAt: code.usedAt?.toISOString() ?? null,
  };
}
