import { Module } from '@nestjs/common';
import { RetentionRules } from '../../platform/retention/retention.js';
import { AlarmsModule } from '../alarms/alarms.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { ExercisesModule } from '../exercises/exercises.module.js';
import { KioskSockets } from './kiosk-sockets.js';
import { KioskTokens } from './kiosk-tokens.js';
import { KioskRepository } from './kiosk.repository.js';
import { KioskPairingController, KiosksController, ToDoController } from './kiosks.controller.js';
import { KiosksService } from './kiosks.service.js';

const UNPAIRED_RETAINED_MS = 60 * 60_000;
const REVOKED_RETAINED_MS = 30 * 24 * 60 * 60_000;

/** Displays in stairwells. */
@Module({
  imports: [AlarmsModule, AuditModule, AuthModule, BuildingsModule, ExercisesModule],
  controllers: [KioskPairingController, KiosksController, ToDoController],
  providers: [KioskRepository, KioskSockets, KioskTokens, KiosksService],
})
export class KiosksModule {
  constructor(retention: RetentionRules) {
    retention.add(
      {
        table: 'kiosks',
        retainedFor:
          'as long as the building uses ResQ; an hour when nobody pairs it, 30 days after it was revoked',
        retire: (database, now) =>
          database.query(
            `delete from kiosks
            where (building_id is null and created_at < $1) or revoked_at < $2`,
            [
              new Date(now.getTime() - UNPAIRED_RETAINED_MS),
              new Date(now.getTime() - REVOKED_RETAINED_MS),
            ],
          ),
      },
      {
        table: 'kiosk_receipts',
        retainedFor: '12 months after the alarm was raised, with it; with the display',
      },
    );
  }
}
