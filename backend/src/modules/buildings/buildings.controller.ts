import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import type { Device, DeviceName } from '../../contract/devices.js';
import type {
  BuildingDetails,
  CreatedInvitation,
  CreatedLetter,
  CreatedResetLink,
  Invitation,
  LogItem,
  Member,
  Membership,
  Page,
  Reminder,
} from '../../contract/http.js';
import { IdParam, PageQuery } from '../../platform/input.js';
import { Limited, limitOf, REQUEST_LIMIT } from '../../platform/limits/person-limits.js';
import { CanWait } from '../../platform/load/node-load.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import {
  ChangeBuilding,
  ChangeMember,
  ChangeOwnMembership,
  CreateInvitation,
  CreateLetters,
  DecideHome,
  InvitationRef,
  MemberRef,
  RenameDevice,
  StartBuilding,
} from './buildings.dto.js';
import { BuildingsService } from './buildings.service.js';
import { DevicesService } from './devices/devices.service.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { MembersService } from './memberships/members.service.js';
import { OwnMembershipsService } from './memberships/own-memberships.service.js';

const HOURLY = { windowS: 3_600, atOnce: REQUEST_LIMIT.atOnce };
/** A board makes the posters of all its entrances on one evening, one by one. */
const INVITATIONS = limitOf('invitation', 200, HOURLY);
/** One request makes the letters of a whole building, up to a thousand rows. */
const LETTERS = limitOf('letters', 60, HOURLY);

@Controller('buildings')
@UseGuards(AccessGuard)
export class BuildingsController {
  constructor(
    private readonly buildings: BuildingsService,
    private readonly members: MembersService,
    private readonly invitations: InvitationsService,
  ) {}

  /** Registers a building, with a session of the gate. The caller becomes its manager. */
  @Post()
  start(@CurrentActor() actor: Actor, @Body() body: StartBuilding): Promise<Membership> {
    return this.buildings.start(actor.userId, body);
  }

  /** Returns a building and how many of its homes are ready. */
  @Get(':id')
  details(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<BuildingDetails> {
    return this.buildings.details(id, actor);
  }

  /** Changes a building's name, address or note for the rescue service. */
  @Patch(':id')
  changeBuilding(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() body: ChangeBuilding,
  ): Promise<BuildingDetails> {
    return this.buildings.change(actor, id, body);
  }

  /** Lists what was done in a building, newest first, without alarms. */
  @Get(':id/log')
  @CanWait('read')
  log(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Query() { before }: PageQuery,
  ): Promise<Page<LogItem>> {
    return this.buildings.log(actor, id, before);
  }

  /** Lists a building's members. */
  @Get(':id/members')
  @CanWait('read')
  list(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<Page<Member>> {
    return this.members.list(actor, id);
  }

  /** Changes a member's status, role or right to send alarms. */
  @Patch(':id/members/:membershipId')
  change(
    @CurrentActor() actor: Actor,
    @Param() { id: buildingId, membershipId: id }: MemberRef,
    @Body() body: ChangeMember,
  ): Promise<Member> {
    return this.members.change(actor, { id, buildingId }, body);
  }

  /** Removes a member from the building. */
  @Delete(':id/members/:membershipId')
  @HttpCode(204)
  async remove(
    @CurrentActor() actor: Actor,
    @Param() { id: buildingId, membershipId: id }: MemberRef,
  ): Promise<void> {
    await this.members.change(actor, { id, buildingId }, { status: 'revoked' });
  }

  /** Reminds a member to test a device, at most once in 24 hours. */
  @Post(':id/members/:membershipId/remind')
  @HttpCode(200)
  remind(
    @CurrentActor() actor: Actor,
    @Param() { id: buildingId, membershipId: id }: MemberRef,
  ): Promise<Reminder> {
    return this.members.remind(actor, { id, buildingId });
  }

  /** Confirms or refuses the home that a member has requested. */
  @Post(':id/members/:membershipId/home')
  @HttpCode(200)
  decideHome(
    @CurrentActor() actor: Actor,
    @Param() { id: buildingId, membershipId: id }: MemberRef,
    @Body() { confirmed, entrance, apartment }: DecideHome,
  ): Promise<Member> {
    const decision = { confirmed, entrance: entrance ?? null, apartment };
    return this.members.decideHome(actor, { id, buildingId }, decision);
  }

  /** Makes a link to a new password for a member. */
  @Post(':id/members/:membershipId/reset-link')
  makeResetLink(
    @CurrentActor() actor: Actor,
    @Param() { id: buildingId, membershipId: id }: MemberRef,
  ): Promise<CreatedResetLink> {
    return this.members.createResetLink(actor, { id, buildingId });
  }

  /** Lists a building's open invitations. */
  @Get(':id/invitations')
  @CanWait('read')
  listInvitations(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
  ): Promise<Page<Invitation>> {
    return this.invitations.list(actor, id);
  }

  /** Makes an invitation: a personal link, or a poster for an entrance. */
  @Post(':id/invitations')
  @Limited(INVITATIONS)
  invite(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() body: CreateInvitation,
  ): Promise<CreatedInvitation> {
    return this.invitations.create(actor, id, body);
  }

  /** Makes a letter with an invitation for each of the homes. */
  @Post(':id/invitations/letters')
  @Limited(LETTERS)
  createLetters(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() { homes }: CreateLetters,
  ): Promise<Page<CreatedLetter>> {
    return this.invitations.createLetters(actor, id, homes);
  }

  /** Withdraws an invitation. */
  @Delete(':id/invitations/:invitationId')
  @HttpCode(204)
  withdraw(
    @CurrentActor() actor: Actor,
    @Param() { id: buildingId, invitationId: id }: InvitationRef,
  ): Promise<void> {
    return this.invitations.withdraw(actor, { id, buildingId });
  }
}

@Controller('memberships')
@UseGuards(AccessGuard)
export class MembershipsController {
  constructor(private readonly memberships: OwnMembershipsService) {}

  /** Changes the caller's own name or home in a building. A resident's new home waits for a manager. */
  @Patch(':id')
  change(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() body: ChangeOwnMembership,
  ): Promise<Membership> {
    return this.memberships.change(actor.userId, id, body);
  }

  /** Leaves a building. */
  @Delete(':id')
  @HttpCode(204)
  leave(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<void> {
    return this.memberships.leave(actor.userId, id);
  }
}

@Controller('devices')
@UseGuards(AccessGuard)
export class DevicesController {
  constructor(private readonly devices: DevicesService) {}

  /** Lists the user's devices, and whether each is ready for an alarm. */
  @Get()
  @CanWait('read')
  list(@CurrentActor() actor: Actor): Promise<Page<Device>> {
    return this.devices.list(actor.userId);
  }

  /** Gives a device of the user a name, or takes it away. */
  @Patch(':id')
  rename(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() { name }: RenameDevice,
  ): Promise<DeviceName> {
    return this.devices.rename(actor.userId, id, name);
  }

  /** Deletes a device of the user, and closes its connections. */
  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<void> {
    return this.devices.remove(actor.userId, id);
  }
}
