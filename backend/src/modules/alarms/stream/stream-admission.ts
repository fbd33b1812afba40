import { Injectable } from '@nestjs/common';
import type { ErrorCode } from '../../../contract/errors.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Actor } from '../../auth/actor.js';
import type { Member } from '../model/policy.js';
import { MemberCache } from './member-cache.js';
import { MembershipRepository } from './membership.repository.js';

/** A cached permission lets a change wait for its turn; it is checked again under the lock. */
const ADMIT_MS = 10_000;
/** A refusal is final for the person who reads it, so it comes from a fresh answer. */
const REFUSE_MS = 500;

/** The conditions for a change, known before it takes a turn, a lock or a connection. */
export interface Permission {
  actor: Actor;
  buildingId: string;
  alarmId: string;
  /** @returns why the member may not do it, if they may not */
  refusal: (member: Member) => ErrorCode | undefined;
  /** The code for a person who is no member of the building. */
  stranger: ErrorCode;
  /** Whether a change that was saved earlier is answered again, whatever the member may do now. */
  isRepeatable?: boolean;
}

/** Decides who gets a turn, before the turn. */
@Injectable()
export class StreamAdmission {
  constructor(
    private readonly members: MemberCache,
    private readonly memberships: MembershipRepository,
  ) {}

  /** @throws AppError with the permission's code */
  async admit(permission: Permission): Promise<void> {
    if ((await this.check(permission, ADMIT_MS)).code === undefined) return;
    const { code, member } = await this.check(permission, REFUSE_MS);
    if (code === undefined) return;
    const { alarmId, isRepeatable } = permission;
    if (isRepeatable && member && (await this.memberships.hasPressed(alarmId, member.id))) return;
    throw new AppError(code);
  }

  private async check(
    { actor, buildingId, refusal, stranger }: Permission,
    maxAgeMs: number,
  ): Promise<{ member: Member | undefined; code: ErrorCode | undefined }> {
    const member = await this.members.find(actor.userId, buildingId, maxAgeMs);
    return { member, code: member ? refusal(member) : stranger };
  }
}
