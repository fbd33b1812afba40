import { Module } from '@nestjs/common';
import { RetentionRules } from '../../platform/retention/retention.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { GateModule } from '../gate/gate.module.js';
import { BuildingRepository } from './building.repository.js';
import { BUILDINGS_RETENTION } from './buildings-retention.js';
import { BuildingsController } from './buildings.controller.js';
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
import { InvitersService } from './invitations/inviters.service.js';
import { HomeChangeRepository } from './memberships/homes/home-change.repository.js';
import { HomeChangesService, HomeFreezeService } from './memberships/homes/home-changes.service.js';
import { HomesService } from './memberships/homes/homes.service.js';
import { MembersService } from './memberships/members.service.js';
import { MembershipRepository } from './memberships/membership.repository.js';
import { MembershipsController } from './memberships/memberships.controller.js';
import { OwnMembershipRepository } from './memberships/own-membership.repository.js';
import { OwnMembershipsService } from './memberships/own-memberships.service.js';

const REPOSITORIES = [
  BuildingRepository,
  DeviceRepository,
  HomeChangeRepository,
  InvitationRepository,
  MembershipRepository,
  OwnMembershipRepository,
  PresenceRepository,
  ReadinessRepository,
];

@Module({
  imports: [AuditModule, GateModule, AuthModule],
  controllers: [
    MembershipsController,
    BuildingsController,
    DevicesController,
    InvitationsController,
  ],
  providers: [
    ...REPOSITORIES,
    AcceptanceService,
    BuildingsService,
    DevicesService,
    HomeChangesService,
    HomeFreezeService,
    HomesService,
    InvitationsService,
    InvitersService,
    MembersService,
    OwnMembershipsService,
    PresenceService,
    ReadinessService,
  ],
  exports: [
    BuildingsService,
    DevicesService,
    HomeFreezeService,
    OwnMembershipsService,
    PresenceService,
    ReadinessService,
  ],
})
export class BuildingsModule {
  constructor(retention: RetentionRules) {
    retention.add(...BUILDINGS_RETENTION);
  }
}
