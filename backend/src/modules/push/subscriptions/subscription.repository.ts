import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Ticket } from '../../auth/tickets/push-tickets.service.js';
import type { PushTarget } from '../sending/push-sender.js';

export interface NewSubscription {
  id: string;
  userId: string;
  deviceId: string;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A live subscription, with what its ticket is bound to. */
export interface OwnTarget extends PushTarget {
  deviceId: string;
  sessionId: string;
}

/** Reads and writes subscriptions. A device has one, and so has an endpoint. */
@Injectable()
export class SubscriptionRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Saves the device's subscription instead of its earlier one. An endpoint that another user or
   * device had moves here: the browser that sends it is where its pushes arrive. The same subscription
   * sent again keeps its id, its test and its end.
   * @returns its id
   */
  async save(given: NewSubscription, now: Date): Promise<string> {
    const { id, userId, deviceId, sessionId, endpoint, p256dh, auth } = given;
    return this.database.transaction(async (tx) => {
      // Two tabs of a device save at once; the later one waits and finds the row of the first.
      await tx.query('select 1 from users where id = $1 for no key update', [userId]);
      await tx.query(
        `delete from push_subscriptions
          where (endpoint = $1) <> (user_id = $2 and device_id = $3)
            and (endpoint = $1 or (user_id = $2 and device_id = $3))`,
        [endpoint, userId, deviceId],
      );
      const [row] = await tx.query<{ id: string }[]>(
        `insert into push_subscriptions as known
           (id, user_id, device_id, session_id, endpoint, p256dh, auth, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (endpoint) do update
            set user_id = excluded.user_id, device_id = excluded.device_id,
                session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth
         returning id`,
        [id, userId, deviceId, sessionId, endpoint, p256dh, auth, now],
      );
      return row?.id ?? id;
    });
  }

  /** @returns false when the user has no such subscription */
  async delete(userId: string, id: string): Promise<boolean> {
    const [deleted] = await this.database.query<[object[]]>(
      'delete from push_subscriptions where user_id = $1 and id = $2 returning 1',
      [userId, id],
    );
    return deleted.length > 0;
  }

  /** Deletes the subscriptions of a sign-in, if that has ended. */
  async deleteOfEnded(sessionId: string): Promise<void> {
    await this.database.query(
      `delete from push_subscriptions s using auth_sessions a
        where s.session_id = $1 and a.id = s.session_id and a.ended_at is not null`,
      [sessionId],
    );
  }

  /** @returns the user's subscriptions that pushes may be sent to; of one device, or of all */
  findLive(userId: string, deviceId: string | undefined): Promise<OwnTarget[]> {
    return this.database.query<OwnTarget[]>(
      `select s.id as "subscriptionId", s.endpoint, s.p256dh, s.auth, s.device_id as "deviceId",
              s.session_id as "sessionId"
         from push_subscriptions s
         join auth_sessions a on a.id = s.session_id and a.ended_at is null
        where s.user_id = $1 and s.dead_at is null and ($2::uuid is null or s.device_id = $2)
        order by s.created_at`,
      [userId, deviceId ?? null],
    );
  }

  async markDead(ended: Pick<PushTarget, 'subscriptionId'>[], now: Date): Promise<void> {
    if (ended.length === 0) return;
    await this.database.query(
      'update push_subscriptions set dead_at = $2 where id = any($1) and dead_at is null',
      [ended.map(({ subscriptionId }) => subscriptionId), now],
    );
  }

  /** @returns false when the subscription that was tested is not the device's live one any more */
  async markTested(
    { userId, deviceId, sessionId, subscriptionId }: Ticket,
    now: Date,
  ): Promise<boolean> {
    const [updated] = await this.database.query<[object[]]>(
      `update push_subscriptions set tested_at = $5
        where user_id = $1 and device_id = $2 and session_id = $3 and id = $4 and dead_at is null
       returning 1`,
      // The tickets of earlier releases name no subscription, and prove none.
      [userId, deviceId, sessionId, subscriptionId ?? null, now],
    );
    return updated.length > 0;
  }
}
