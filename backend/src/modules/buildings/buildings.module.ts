import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { GateModule } from '../gate/gate.module.js';
import { BuildingsController } from './buildings.controller.js';
import { BuildingsService } from './buildings.service.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { MembersService } from './members.service.js';

@Module({
  imports: [GateModule, AuthModule],
  controllers: [BuildingsController, InvitationsController],
  providers: [BuildingsService, InvitationsService, MembersService],
  exports: [BuildingsService],
})
export class BuildingsModule {}
