import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type QueryFailedError } from 'typeorm';
import type { AccessCode as AccessCodeView } from '../../contract/http.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import { AuditService } from '../audit/audit.service.js';
import { AccessCode } from './access-code.entity.js';

const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const UNIQUE_VIOLATION = '23505';

export interface NewCode {
  code: string;
  name?: string;
  email?: string;
  company?: string;
}

/** Invitation codes, as an administrator handles them. */
@Injectable()
export class AccessCodesService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** @returns eight symbols, each drawn evenly from 36: 41.4 bits */
  generate(): string {
    const symbols = Array.from({ length: 8 }, () => SYMBOLS[randomInt(SYMBOLS.length)]);
    return `${symbols.slice(0, 4).join('')}-${symbols.slice(4).join('')}`;
  }

  async list(): Promise<AccessCodeView[]> {
    const codes = await this.database
      .getRepository(AccessCode)
      .find({ order: { createdAt: 'DESC', id: 'DESC' } });
    return codes.map(view);
  }

  /**
   * @param actorId the administrator
   * @throws AppError code.already_exists
   */
  create(input: NewCode, actorId: string): Promise<AccessCodeView> {
    return this.database.transaction((tx) => this.insert(tx, input, actorId));
  }

  /** @throws AppError code.already_exists */
  async insert(tx: EntityManager, input: NewCode, actorId?: string): Promise<AccessCodeView> {
    const code = tx.create(AccessCode, {
      id: randomUUID(),
      code: input.code,
      name: input.name ?? null,
      email: input.email ?? null,
      company: input.company ?? null,
      maxUses: null,
      useCount: 0,
      createdAt: this.clock.now(),
      usedAt: null,
    });
    await tx.insert(AccessCode, code).catch((error: unknown) => {
      const { driverError } = error as QueryFailedError<Error & { code?: string }>;
      throw driverError?.code === UNIQUE_VIOLATION ? new AppError('code.already_exists') : error;
    });
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
    await this.database.transaction(async (tx) => {
      const { affected } = await tx.delete(AccessCode, { id });
      if (affected !== 1) throw new AppError('code.not_found');
      await this.audit.write(tx, { action: 'code.deleted', actorId, subjectId: id });
    });
  }
}

function view(code: AccessCode): AccessCodeView {
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
