import { Module } from '@nestjs/common';
import { RetentionRules } from '../../platform/retention/retention.js';
import { BUILDINGS_RETENTION } from './buildings-retention.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { GateModule } from '../gate/gate.module.js';
import { BuildingsController } from './buildings.controller.js';
import { BuildingsService } from './buildings.service.js';
import { DevicesController } from './devices/devices.controller.js';
import { DevicesService } from './devices/devices.service.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { MembershipsController } from './memberships/memberships.controller.js';
import { OwnMembershipsService } from './memberships/own-memberships.service.js';
import { MembersService } from './memberships/members.service.js';
import { PresenceService } from './devices/presence.service.js';
import { ReadinessService } from './devices/readiness.service.js';

@Module({
  imports: [AuditModule, GateModule, AuthModule],
  controllers: [
    MembershipsController,
    BuildingsController,
    DevicesController,
    InvitationsController,
  ],
  providers: [
    BuildingsService,
    DevicesService,
    InvitationsService,
    MembersService,
    OwnMembershipsService,
    PresenceService,
    ReadinessService,
  ],
  exports: [BuildingsService, OwnMembershipsService, PresenceService, ReadinessService],
})
export class BuildingsModule {
  constructor(retention: RetentionRules) {
    retention.add(...BUILDINGS_RETENTION);
  }
}
