import {
  AuditLog1764400000000,
  Devices1764100000000,
  FirstSchema1763700000000,
  Quiets1764300000000,
  Receipts1764000000000,
  ResetLinks1763900000000,
} from './migrations/1763700000000-first-releases.js';
import {
  AuditFunctions1764900000010,
  FormerMembers1764900000000,
  HelpSeen1764800000000,
  HomeChanges1764900000001,
  InvitedBy1764700000000,
  Mutes1764600000000,
  SecondFactors1764900000040,
  SignInLabels1764500000000,
  StreamLineage1764900000030,
} from './migrations/1764500000000-members-and-two-steps.js';
import {
  Escalations1765010000000,
  InvitationsOfMembers1765050000000,
  InvitingAdministrators1765030000000,
  MemberVersions1765040000000,
  Push1765000000000,
  TurnsOfResponses1765060000000,
} from './migrations/1765000000000-pushes-and-escalations.js';
import {
  BoardsActs1765120000000,
  OneHome1765100000000,
  PostersOfEntrances1765110000000,
} from './migrations/1765100000000-homes.js';
import { DeviceNames1765200000000 } from './migrations/1765200000000-device-names.js';
import { HomesOfInvitations1765300000000 } from './migrations/1765300000000-homes-of-invitations.js';
import { ClosedBuildings1765400000000 } from './migrations/1765400000000-closed-buildings.js';
import { TextsRead1765410000000 } from './migrations/1765410000000-texts-read.js';
import { Exercises1765425000000 } from './migrations/1765425000000-exercises.js';
import { Kiosks1765430000000 } from './migrations/1765430000000-kiosks.js';
import { KioskReceipts1765440000000 } from './migrations/1765440000000-kiosk-receipts.js';
import { AuditCheckpoint, AuditEntry } from './modules/audit/audit-entry.entity.js';
import {
  AuthSession,
  RecoveryCode,
  RefreshToken,
  ResetLink,
  SecondFactor,
  SignInChallenge,
  UserRow,
} from './modules/auth/auth.entities.js';
import {
  BuildingRow,
  InvitationRow,
  MembershipRow,
} from './modules/buildings/buildings.entities.js';
import { AccessCodeRow, CodeSession } from './modules/gate/gate.entities.js';
import type { Restrictions } from './platform/database/app-role.js';
import type { Schema } from './platform/database/data-source.js';

/**
 * Every migration, and the tables that TypeORM reads and writes; SQL does so with the others. A test
 * compares `migrations/schema.txt` with the schema that the migrations make.
 */
export const schema: Schema = {
  entities: [
    AccessCodeRow,
    AuditCheckpoint,
    AuditEntry,
    AuthSession,
    BuildingRow,
    CodeSession,
    InvitationRow,
    MembershipRow,
    RecoveryCode,
    RefreshToken,
    ResetLink,
    SecondFactor,
    SignInChallenge,
    UserRow,
  ],
  migrations: [
    FirstSchema1763700000000,
    ResetLinks1763900000000,
    Receipts1764000000000,
    Devices1764100000000,
    Quiets1764300000000,
    AuditLog1764400000000,
    SignInLabels1764500000000,
    Mutes1764600000000,
    InvitedBy1764700000000,
    HelpSeen1764800000000,
    FormerMembers1764900000000,
    HomeChanges1764900000001,
    AuditFunctions1764900000010,
    StreamLineage1764900000030,
    SecondFactors1764900000040,
    Push1765000000000,
    Escalations1765010000000,
    InvitingAdministrators1765030000000,
    MemberVersions1765040000000,
    InvitationsOfMembers1765050000000,
    TurnsOfResponses1765060000000,
    OneHome1765100000000,
    PostersOfEntrances1765110000000,
    BoardsActs1765120000000,
    DeviceNames1765200000000,
    HomesOfInvitations1765300000000,
    ClosedBuildings1765400000000,
    TextsRead1765410000000,
    Exercises1765425000000,
    Kiosks1765430000000,
    KioskReceipts1765440000000,
  ],
};

/** Keeps the application from changing what was done, and what the migrations did. */
export const restrictions: Restrictions = {
  insertOnly: ['audit_log'],
  readOnly: ['audit_checkpoint', 'migrations', 'bullmq.migration'],
  functions: ['audit_seal(jsonb)', 'audit_retire(integer, text)'],
};
