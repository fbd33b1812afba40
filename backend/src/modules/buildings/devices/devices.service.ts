import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Device, PushState, SoundState } from '../../../contract/devices.js';
import type { Page } from '../../../contract/http.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { NODE_LOST_MS } from './presence.repository.js';

/** Nobody looks through more, and a script may have made any number. */
const LISTED_MAX = 50;

interface Row {
  id: string;
  label: string;
  sound: SoundState;
  push: PushState;
  seenAt: Date;
  testedAt: Date | null;
  connected: boolean;
  armed: boolean;
}

/** A person's own browsers. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
  ) {}

  /** @returns the last seen first */
  async list(userId: string): Promise<Page<Device>> {
    const rows = await this.database.query<Row[]>(
      `select d.device_id as id, d.label, d.sound, d.push, d.seen_at as "seenAt",
              d.tested_at as "testedAt", here.connected, here.armed
         from devices d
         cross join lateral (
           select count(n.id) > 0 as connected, coalesce(bool_or(p.armed and n.id is not null), false) as armed
             from presences p left join nodes n on n.id = p.node_id and n.alive_at > $2
            where p.user_id = d.user_id and p.device_id = d.device_id) here
        where d.user_id = $1 order by here.connected desc, d.seen_at desc, d.device_id limit $3`,
      [userId, this.clock.ago(NODE_LOST_MS), LISTED_MAX],
    );
    return { items: rows.map((row) => deviceView(row, this.clock.now())), next: null };
  }

  /**
   * Forgets a device and closes its connections. One that is still signed in comes back as a new one,
   * never tested: what ends a sign-in is signing out.
   * @throws AppError device.not_found, the same for somebody else's
   */
  async forget(userId: string, deviceId: string): Promise<void> {
    const [known] = await this.database.query<[unknown[]]>(
      `with forgotten as (
         delete from presences where user_id = $1 and device_id = $2
       ) delete from devices where user_id = $1 and device_id = $2 returning 1`,
      [userId, deviceId],
    );
    if (known.length === 0) throw new AppError('device.not_found');
    this.signals.publish('device', `${userId} ${deviceId}`);
  }
}

function deviceView({ armed, connected, seenAt, testedAt, ...row }: Row, now: Date): Device {
  return {
    id: row.id,
    label: row.label,
    connected,
    ready: connected && armed,
    sound: row.sound,
    push: row.push,
    lastSeenAt: (connected ? now : seenAt).toISOString(),
    testedAt: testedAt?.toISOString() ?? null,
  };
}
