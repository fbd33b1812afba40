import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import type { InvitationKind, MembershipRole, MembershipStatus } from '../../contract/http.js';
import { RULES } from '../../contract/text-rules.js';
import { IdField, IdParam, MayBeMissing, TextField } from '../../platform/input.js';

const ROLES = ['resident', 'manager'];
const HOMES_MAX = 5_000;

export class MemberRef extends IdParam {
  @IdField()
  membershipId: string;
}

export class InvitationRef extends IdParam {
  @IdField()
  invitationId: string;
}

class HomeFields {
  @TextField(RULES.member.entrance)
  entrance?: string;

  @TextField(RULES.member.apartment)
  apartment: string;
}

export class StartBuilding extends HomeFields {
  @TextField(RULES.building.name)
  name: string;

  @TextField(RULES.building.address)
  address: string;

  /** The number of homes in the building, if the user knows it. The lowest decorator is checked first. */
  @MayBeMissing()
  @Min(1)
  @Max(HOMES_MAX)
  @IsInt()
  homes?: number;

  @TextField(RULES.member.name)
  personName: string;

  @IsUUID(4)
  sessionId: string;
}

export class ChangeBuilding {
  @MayBeMissing()
  @TextField(RULES.building.name)
  name?: string;

  @MayBeMissing()
  @TextField(RULES.building.address)
  address?: string;

  /** An empty string removes it. */
  @MayBeMissing()
  @TextField(RULES.building.rescueNote, { emptyClears: true })
  rescueNote?: string;
}

export class ChangeOwnMembership {
  @MayBeMissing()
  @TextField(RULES.member.name)
  name?: string;

  /** An empty string removes it, for a building with one entrance. */
  @MayBeMissing()
  @TextField(RULES.member.entrance, { emptyClears: true })
  entrance?: string;

  @MayBeMissing()
  @TextField(RULES.member.apartment)
  apartment?: string;
}

export class RenameDevice {
  /** An empty string takes the name away. */
  @MayBeMissing()
  @TextField(RULES.device.name, { emptyClears: true })
  name?: string;
}

export class LookUpInvitation {
  @TextField(RULES.invitation.token)
  token: string;
}

export class AcceptInvitation {
  @TextField(RULES.invitation.token)
  token: string;

  @TextField(RULES.member.entrance)
  entrance?: string;

  /** Missing for a manager who does not live in the building. */
  @TextField({ ...RULES.member.apartment, optional: true })
  apartment?: string;

  /** The person says that the home exists, although it is not in the building's list. */
  @MayBeMissing()
  @IsBoolean()
  unlisted?: boolean;

  @TextField(RULES.member.name)
  name: string;
}

export class CreateInvitation {
  @IsIn(['personal', 'poster'])
  kind: InvitationKind;

  @MayBeMissing()
  @IsIn(ROLES)
  role?: MembershipRole;

  @TextField(RULES.member.entrance)
  entrance?: string;

  @TextField({ ...RULES.member.apartment, optional: true })
  apartment?: string;
}

export class DecideHome extends HomeFields {
  @IsBoolean()
  confirmed: boolean;
}

class SeenMember extends HomeFields {
  @TextField(RULES.member.name)
  name: string;
}

export class ChangeMember {
  @MayBeMissing()
  @IsIn(['active', 'revoked'])
  status?: MembershipStatus;

  @MayBeMissing()
  @IsIn(ROLES)
  role?: MembershipRole;

  @MayBeMissing()
  @IsBoolean()
  maySend?: boolean;

  /** For the member, with `maySend: false`. */
  @MayBeMissing()
  @TextField(RULES.member.pauseReason)
  pauseReason?: string;

  /** The name and home that the manager saw, which the member may have changed since. */
  @MayBeMissing()
  @IsObject()
  @ValidateNested()
  @Type(() => SeenMember)
  seen?: SeenMember;
}

/** Some homes of one entrance. Too many are refused with a sentence; a request's size bounds what arrives. */
export class HomesOfEntrance {
  @TextField(RULES.member.entrance)
  entrance?: string;

  @IsArray()
  @ArrayMinSize(1)
  @Matches(RULES.member.apartment.pattern, {
    each: true,
    message: RULES.member.apartment.malformed,
  })
  apartments: string[];
}

const ListOfHomes = (): PropertyDecorator => (target, property) => {
  IsArray()(target, property);
  ValidateNested({ each: true })(target, property);
  Type(() => HomesOfEntrance)(target, property);
};

export class ChangeHomes {
  @MayBeMissing()
  @ListOfHomes()
  add?: HomesOfEntrance[];

  @MayBeMissing()
  @ListOfHomes()
  remove?: HomesOfEntrance[];
}

export class CreateLetters {
  @ListOfHomes()
  @ArrayMinSize(1)
  homes: HomesOfEntrance[];
}
