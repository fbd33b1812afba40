import { Module } from '@nestjs/common';
import { RetentionRules } from '../../platform/retention/retention.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { GateModule } from '../gate/gate.module.js';
import { AdministrationController } from './administration/administration.controller.js';
import { AdministrationRepository } from './administration/administration.repository.js';
import { AdministrationService } from './administration/administration.service.js';
import { BuildingRepository } from './building.repository.js';
import { BUILDINGS_RETENTION } from './buildings-retention.js';
import {
  BuildingsController,
  DevicesController,
  MembershipsController,
} from './buildings.controller.js';
import { BuildingsService } from './buildings.service.js';
import { DeviceRepository } from './devices/device.repository.js';
import { DevicesService } from './devices/devices.service.js';
import { PageErrorsController } from './devices/page-errors.controller.js';
import { PresenceRepository } from './devices/presence.repository.js';
import { PresenceService } from './devices/presence.service.js';
import { ReadinessService } from './devices/readiness.service.js';
import { InvitationRepository } from './invitations/invitation.repository.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { JoiningService } from './invitations/joining.service.js';
import { HomeChangesService } from './memberships/home-changes.service.js';
import { Notices } from './memberships/notices.js';
import { MembersService } from './memberships/members.service.js';
import { OwnMembershipsService } from './memberships/own-memberships.service.js';
import { LogRepository } from './log.repository.js';
import { HomeRepository } from './home-list/home.repository.js';
import { HomesController } from './home-list/homes.controller.js';
import { HomesService } from './home-list/homes.service.js';
import { RightsService } from './rights.service.js';

@Module({
  imports: [AuditModule, GateModule, AuthModule],
  controllers: [
    MembershipsController,
    BuildingsController,
    DevicesController,
    InvitationsController,
    PageErrorsController,
    HomesController,
    AdministrationController,
  ],
  providers: [
    AdministrationRepository,
    AdministrationService,
    BuildingRepository,
    BuildingsService,
    DeviceRepository,
    DevicesService,
    HomeChangesService,
    HomeRepository,
    HomesService,
    InvitationRepository,
    InvitationsService,
    JoiningService,
    LogRepository,
    MembersService,
    Notices,
    OwnMembershipsService,
    PresenceRepository,
    PresenceService,
    ReadinessService,
    RightsService,
  ],
  exports: [
    BuildingsService,
    DevicesService,
    HomesService,
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
