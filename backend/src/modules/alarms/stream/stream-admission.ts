import { Injectable } from '@nestjs/common';
import type { ErrorCode } from '../../../contract/errors.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Actor } from '../../auth/actor.js';
import type { Member } from '../model/policy.js';
import { MemberCache } from './members/member-cache.js';
import { MembershipRepository } from './members/membership.repository.js';

/** A grant may rest on a membership this old, because it is checked again under the lock. */
const ADMIT_MS = 10_000;
/** A refusal is final, so it may not rest on an older membership than this. */
const REFUSE_MS = 500;

/** The conditions for a change, checked before it takes a turn or the lock. */
export interface Permission {
  actor: Actor;
  buildingId: string;
  alarmId: string;
  /** @returns the error code of the refusal; undefined when the member may make the change */
  refusal: (member: Member) => ErrorCode | undefined;
  /** The error code for a user who is not a member of the building. */
  stranger: ErrorCode;
  /** True when a repeat of a saved press passes, even if the member may no longer press. */
  isRepeatable?: boolean;
}

/** Refuses changes before they wait for a turn. */
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
    if (permission.isRepeatable && member && (await this.isRepeat(permission))) return;
    throw new AppError(code);
  }

  /** @returns whether the user's press was saved before, read without a turn or a lock */
  isRepeat({ actor, alarmId }: Pick<Permission, 'actor' | 'alarmId'>): Promise<boolean> {
    return this.memberships.hasPressed(alarmId, actor.userId);
  }

  private async check(
    { actor, buildingId, refusal, stranger }: Permission,
    maxAgeMs: number,
  ): Promise<{ member: Member | undefined; code: ErrorCode | undefined }> {
    const member = await this.members.find(actor.userId, buildingId, maxAgeMs);
    return { member, code: member ? refusal(member) : stranger };
  }
}
