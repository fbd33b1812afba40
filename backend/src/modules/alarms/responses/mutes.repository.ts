import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class MutesRepository {
  constructor(private readonly database: DataSource) {}

  async save(alarmId: string, membershipId: string, at: Date): Promise<void> {
    await this.database.query(
      `insert into alarm_mutes (alarm_id, membership_id, at) values ($1, $2, $3)
       on conflict (alarm_id, membership_id) do update set at = excluded.at`,
      [alarmId, membershipId, at],
    );
  }

  async delete(alarmId: string, membershipId: string): Promise<void> {
    await this.database.query(
      'delete from alarm_mutes where alarm_id = $1 and membership_id = $2',
      [alarmId, membershipId],
    );
  }
}
