import { Module } from '@nestjs/common';
import { RetentionRules } from '../../platform/retention/retention.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { GateModule } from '../gate/gate.module.js';
import { BuildingRepository } from './building.repository.js';
import { BUILDINGS_RETENTION } from './buildings-retention.js';
import { BuildingsController, MembershipsController } from './buildings.controller.js';
import { BuildingsService } from './buildings.service.js';
import { DeviceRepository } from './devices/device.repository.js';
import { DevicesController } from './devices/devices.controller.js';
import { DevicesService } from './devices/devices.service.js';
import { PresenceRepository } from './devices/presence.repository.js';
import { PresenceService } from './devices/presence.service.js';
import { ReadinessRepository } from './devices/readiness.repository.js';
import { ReadinessService } from './devices/readiness.service.js';
import { AcceptanceService } from './invitations/acceptance.service.js';
import { InvitationRepository } from './invitations/invitation.repository.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { HomeChangesService, HomeFreezeService } from './memberships/home-changes.service.js';
import { MemberRepository } from './memberships/member.repository.js';
import { MembersService } from './memberships/members.service.js';
import { OwnMembershipsService } from './memberships/own-memberships.service.js';
import { RightsService } from './rights.service.js';

@Module({
  imports: [AuditModule, GateModule, AuthModule],
  controllers: [
    MembershipsController,
    BuildingsController,
    DevicesController,
    InvitationsController,
  ],
  providers: [
    AcceptanceService,
    BuildingRepository,
    BuildingsService,
    DeviceRepository,
    DevicesService,
    HomeChangesService,
    HomeFreezeService,
    InvitationRepository,
    InvitationsService,
    MemberRepository,
    MembersService,
    OwnMembershipsService,
    PresenceRepository,
    PresenceService,
    ReadinessRepository,
    ReadinessService,
    RightsService,
  ],
  exports: [
    BuildingsService,
    DevicesService,
    HomeFreezeService,
    OwnMembershipsService,
    PresenceService,
    ReadinessService,
    RightsService,
  ],
})
export class BuildingsModule {
  constructor(retention: RetentionRules) {
    retention.add(...BUILDINGS_RETENTION);
  }
}
