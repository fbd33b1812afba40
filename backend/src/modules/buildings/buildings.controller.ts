import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  UseGuards,
} from '@nestjs/common';
import type {
  BuildingDetails,
  CreatedInvitation,
  CreatedResetLink,
  Invitation,
  Member,
  Membership,
  Page,
} from '../../contract/http.js';
import { IdParam } from '../../platform/input/fields.js';
import { CanWait } from '../../platform/load/node-load.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { ConfirmationService } from '../auth/second-factor/confirmation.service.js';
import {
  ChangeMember,
  CreateInvitation,
  DecideHome,
  InvitationRef,
  MemberRef,
  StartBuilding,
} from './buildings.dto.js';
import { BuildingsService } from './buildings.service.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { InvitersService } from './invitations/inviters.service.js';
import { HomesService } from './memberships/homes/homes.service.js';
import { MembersService } from './memberships/members.service.js';

@Controller('buildings')
@UseGuards(AccessGuard)
export class BuildingsController {
  constructor(
    private readonly buildings: BuildingsService,
    private readonly members: MembersService,
    private readonly homes: HomesService,
    private readonly invitations: InvitationsService,
    private readonly inviters: InvitersService,
    private readonly confirmation: ConfirmationService,
  ) {}

  @Post()
  start(@CurrentActor() actor: Actor, @Body() body: StartBuilding): Promise<Membership> {
    return this.buildings.start(actor.userId, body);
  }

  @Get(':id')
  show(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<BuildingDetails> {
    return this.buildings.show(id, actor.userId);
  }

  @Get(':id/members')
  @CanWait('read')
  async list(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<Page<Member>> {
    await this.buildings.requireManager(id, actor.userId);
    return this.members.list(id);
  }

  @Patch(':id/members/:membershipId')
  async change(
    @CurrentActor() actor: Actor,
    @Param() { id, membershipId }: MemberRef,
    @Body() body: ChangeMember,
  ): Promise<Member> {
    await this.buildings.requireManager(id, actor.userId);
    return this.members.change(actor, id, membershipId, body);
  }

  @Delete(':id/members/:membershipId')
  @HttpCode(204)
  async remove(
    @CurrentActor() actor: Actor,
    @Param() { id, membershipId }: MemberRef,
  ): Promise<void> {
    await this.buildings.requireManager(id, actor.userId);
    await this.members.change(actor, id, membershipId, { status: 'revoked' });
  }

  @Post(':id/members/:membershipId/home')
  @HttpCode(200)
  async decideHome(
    @CurrentActor() actor: Actor,
    @Param() { id: buildingId, membershipId: id }: MemberRef,
    @Body() { confirmed, entrance, apartment }: DecideHome,
  ): Promise<Member> {
    await this.buildings.requireManager(buildingId, actor.userId);
    return this.homes.decide(
      actor.userId,
      { buildingId, id },
      { confirmed, entrance: entrance ?? null, apartment },
    );
  }

  @Post(':id/members/:membershipId/reset-link')
  async makeResetLink(
    @CurrentActor() actor: Actor,
    @Param() { id, membershipId }: MemberRef,
  ): Promise<CreatedResetLink> {
    await this.buildings.requireManager(id, actor.userId);
    await this.confirmation.requireRecent(actor);
    return this.members.makeResetLink(id, membershipId, actor.userId);
  }

  @Get(':id/invitations')
  @CanWait('read')
  async listInvitations(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
  ): Promise<Page<Invitation>> {
    await this.inviters.require(actor, id);
    return this.invitations.list(id);
  }

  @Post(':id/invitations')
  async invite(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() body: CreateInvitation,
  ): Promise<CreatedInvitation> {
    const inviter = await this.inviters.requireForNew(actor, id, body.role);
    return this.invitations.create(inviter, body);
  }

  @Delete(':id/invitations/:invitationId')
  @HttpCode(204)
  async withdraw(
    @CurrentActor() actor: Actor,
    @Param() { id, invitationId }: InvitationRef,
  ): Promise<void> {
    await this.inviters.require(actor, id);
    await this.invitations.withdraw(actor.userId, id, invitationId);
  }
}
