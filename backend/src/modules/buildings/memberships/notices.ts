import { Injectable } from '@nestjs/common';
import type { NoticeAbout } from '../../../contract/push.js';
import { Clock } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { Outbox } from '../../../platform/jobs/outbox.js';
import { BuildingRepository } from '../building.repository.js';
import type { MembershipRow } from '../buildings.entities.js';

declare module '../../../platform/jobs/outbox.js' {
  interface Jobs {
    'push.notice': { about: NoticeAbout; userIds: string[]; at?: string };
  }
}

const HOUR_MS = 60 * 60_000;

/** Tells members by push what is no emergency. Whoever has no push reads it at the next visit. */
@Injectable()
export class Notices {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly memberships: BuildingRepository,
  ) {}

  /** @param tx the transaction that causes the notice: both are committed, or neither */
  async add(tx: Tx, about: NoticeAbout, ...userIds: string[]): Promise<void> {
    if (userIds.length === 0) return;
    await this.outbox.add(tx, 'push.notice', { about, userIds }, this.clock.now());
  }

  /**
   * Works as `add`, but once in an hour of the clock for a building, however often it is caused: managers
   * could otherwise make the others' phones ring again and again.
   */
  async addHourly(
    tx: Tx,
    about: NoticeAbout,
    buildingId: string,
    userIds: string[],
  ): Promise<void> {
    if (userIds.length === 0) return;
    const now = this.clock.now();
    const once = `${about} ${buildingId} ${Math.floor(now.getTime() / HOUR_MS)}`;
    await this.outbox.add(tx, 'push.notice', { about, userIds }, now, once);
  }

  /**
   * Tells the managers of the first who waits to be let in, and of the first who waits to move; the others
   * wait on the same page. The two are counted apart: a request to move that nobody answers never ends, and
   * would keep back the news of every new member.
   */
  async addWaiting(tx: Tx, { buildingId, status }: MembershipRow): Promise<void> {
    const waiting =
      status === 'pending'
        ? await this.memberships.countWaiting(tx, buildingId)
        : await this.memberships.countMoving(tx, buildingId);
    if (waiting > 1) return;
    await this.add(tx, 'waiting', ...(await this.memberships.findManagers(tx, buildingId)));
  }
}
