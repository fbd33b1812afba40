import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../../platform/limits/lru-map.js';
import { ChangeSignals } from '../../../../platform/realtime/change-signals.js';
import type { Member } from '../../model/policy.js';
import { MembershipRepository } from './membership.repository.js';

const SIZE = 10_000;

interface Entry {
  memberships: Promise<Map<string, Member>>;
  readAtMs: number;
}

/**
 * Caches memberships for a moment, so that a flood of requests costs one query. An entry holds all
 * buildings of a user, so that requests for random buildings cost no more.
 */
@Injectable()
export class MemberCache {
  private readonly entries = new LruMap<string, Entry>(SIZE);

  constructor(
    private readonly memberships: MembershipRepository,
    signals: ChangeSignals,
  ) {
    signals.subscribe('person', (userId) => this.entries.delete(userId));
    signals.onResumed(() => this.entries.clear());
  }

  /**
   * @param maxAgeMs the greatest age of a cached entry; a change signal removes the entry earlier
   * @returns undefined when the user is not an active member of the building
   */
  async find(userId: string, buildingId: string, maxAgeMs: number): Promise<Member | undefined> {
    const nowMs = performance.now();
    const known = this.entries.get(userId);
    const entry = known && nowMs - known.readAtMs <= maxAgeMs ? known : this.read(userId, nowMs);
    return (await entry.memberships).get(buildingId);
  }

  private read(userId: string, readAtMs: number): Entry {
    const entry = { memberships: this.memberships.activeOf(userId), readAtMs };
    this.entries.set(userId, entry);
    entry.memberships.catch(() => {
      if (this.entries.get(userId) === entry) this.entries.delete(userId);
    });
    return entry;
  }
}
