import { Injectable } from '@nestjs/common';
import type { ErrorCode } from '../../../contract/errors.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { LruMap } from '../../../platform/limits/lru-map.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import type { Actor } from '../../auth/actor.js';
import type { ActiveMember } from '../model/policy.js';
import { AlarmLookups } from './alarm-lookups.repository.js';

/** A grant may rest on a membership this old, because it is checked again under the lock. */
const ADMIT_MS = 10_000;
/** A refusal is final, so it may not rest on an older membership than this. */
const REFUSE_MS = 500;
const CACHED_USERS = 10_000;

/** The conditions for a change, checked before it takes a turn or the lock. */
export interface Permission {
  actor: Actor;
  buildingId: string;
  alarmId: string;
  /** @returns the error code of the refusal; undefined when the member may make the change */
  refusal: (member: ActiveMember) => ErrorCode | undefined;
  /** The error code for a user who is not a member of the building. */
  stranger: ErrorCode;
  /** True when a repeat of a saved press passes, even if the member may no longer press. */
  isRepeatable?: boolean;
}

interface CachedMemberships {
  byBuilding: Promise<Map<string, ActiveMember>>;
  readAtMs: number;
}

/**
 * Refuses changes before they wait for a turn. Memberships are cached for a moment, so that a flood of
 * requests costs one query; an entry holds all buildings of a user, so that requests for random
 * buildings cost no more.
 */
@Injectable()
export class StreamAdmission {
  private readonly cached = new LruMap<string, CachedMemberships>(CACHED_USERS);

  constructor(
    private readonly lookups: AlarmLookups,
    signals: ChangeSignals,
  ) {
    signals.subscribe('person', (userId) => this.cached.delete(userId));
    signals.onResumed(() => this.cached.clear());
  }

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
    return this.lookups.hasPressed(alarmId, actor.userId);
  }

  private async check(
    { actor, buildingId, refusal, stranger }: Permission,
    maxAgeMs: number,
  ): Promise<{ member: ActiveMember | undefined; code: ErrorCode | undefined }> {
    const memberships = await this.membershipsOf(actor.userId, maxAgeMs);
    const member = memberships.get(buildingId);
    return { member, code: member ? refusal(member) : stranger };
  }

  /** @param maxAgeMs the greatest age of a cached entry; a change signal removes the entry earlier */
  private membershipsOf(userId: string, maxAgeMs: number): CachedMemberships['byBuilding'] {
    const nowMs = performance.now();
    const known = this.cached.get(userId);
    if (known && nowMs - known.readAtMs <= maxAgeMs) return known.byBuilding;
    const entry = { byBuilding: this.lookups.membershipsOf(userId), readAtMs: nowMs };
    this.cached.set(userId, entry);
    entry.byBuilding.catch(() => {
      if (this.cached.get(userId) === entry) this.cached.delete(userId);
    });
    return entry.byBuilding;
  }
}
