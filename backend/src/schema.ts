import { FirstSchema1763700000000 } from './migrations/1763700000000-first-schema.js';
import { ResetLinks1763900000000 } from './migrations/1763900000000-reset-links.js';
import { Receipts1764000000000 } from './migrations/1764000000000-receipts.js';
import { Devices1764100000000 } from './migrations/1764100000000-devices.js';
import { HomeChanges1764900000001 } from './migrations/1764900000001-home-changes.js';
import { FormerMembers1764900000000 } from './migrations/1764900000000-former-members.js';
import { HelpSeen1764800000000 } from './migrations/1764800000000-help-seen.js';
import { Mutes1764600000000 } from './migrations/1764600000000-mutes.js';
import { Quiets1764300000000 } from './migrations/1764300000000-quiets.js';
import { AuditFunctions1764900000010 } from './migrations/1764900000010-audit-functions.js';
import { AuditLog1764400000000 } from './migrations/1764400000000-audit-log.js';
import { SignInLabels1764500000000 } from './migrations/1764500000000-sign-in-labels.js';
import { StreamLineage1764900000030 } from './migrations/1764900000030-stream-lineage.js';
import { InvitingAdministrators1765030000000 } from './migrations/1765030000000-inviting-administrators.js';
import { MemberVersions1765040000000 } from './migrations/1765040000000-member-versions.js';
import { InvitationsOfMembers1765050000000 } from './migrations/1765050000000-invitations-of-members.js';
import { TurnsOfResponses1765060000000 } from './migrations/1765060000000-turns-of-responses.js';
import { InvitedBy1764700000000 } from './migrations/1764700000000-invited-by.js';
import { SecondFactors1764900000040 } from './migrations/1764900000040-second-factors.js';
import { Escalations1765010000000 } from './migrations/1765010000000-escalations.js';
import { Push1765000000000 } from './migrations/1765000000000-push.js';
import { PushDeliveryRow } from './modules/alarms/responses/push-delivery.entity.js';
import { MuteRow, ReceiptRow, ResponseRow } from './modules/alarms/responses/response.entities.js';
import {
  AlarmEventRow,
  AlarmRow,
  BuildingStreamRow,
} from './modules/alarms/stream/entities/alarm.entities.js';
import { PressRow } from './modules/alarms/stream/entities/press.entity.js';
import { AuditCheckpoint, AuditEntry } from './modules/audit/audit-entry.entity.js';
import { AuthSession } from './modules/auth/sessions/auth-session.entity.js';
import { RefreshToken } from './modules/auth/sessions/refresh-token.entity.js';
import { ResetLink } from './modules/auth/passwords/reset-link.entity.js';
import {
  RecoveryCode,
  SecondFactor,
  SignInChallenge,
} from './modules/auth/second-factor/second-factor.entities.js';
import { User } from './modules/auth/user.entity.js';
import { Building } from './modules/buildings/building.entity.js';
import {
  DeviceRow,
  NodeRow,
  PresenceRow,
  PushSubscriptionRow,
} from './modules/buildings/devices/device.entities.js';
import { Invitation } from './modules/buildings/invitations/invitation.entity.js';
import { MemberVersionRow } from './modules/buildings/memberships/member-version.entity.js';
import { HomeChange } from './modules/buildings/memberships/homes/home-change.entity.js';
import { Membership } from './modules/buildings/memberships/membership.entity.js';
import { AccessCode } from './modules/gate/access-code.entity.js';
import { CodeSession } from './modules/gate/code-session.entity.js';
import type { Restrictions } from './platform/database/app-role.js';
import type { Schema } from './platform/database/data-source.js';
import { OutboxRow } from './platform/jobs/outbox.entity.js';

/** Every table and every migration; TypeORM uses no others. */
export const schema: Schema = {
  entities: [
    AccessCode,
    AlarmEventRow,
    AlarmRow,
    AuditCheckpoint,
    AuditEntry,
    AuthSession,
    Building,
    BuildingStreamRow,
    CodeSession,
    DeviceRow,
    HomeChange,
    Invitation,
    Membership,
    MemberVersionRow,
    NodeRow,
    OutboxRow,
    PresenceRow,
    PressRow,
    MuteRow,
    PushDeliveryRow,
    PushSubscriptionRow,
    ReceiptRow,
    RecoveryCode,
    RefreshToken,
    ResetLink,
    ResponseRow,
    SecondFactor,
    SignInChallenge,
    User,
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
  ],
};

/** Keeps the application from changing what was done, and what the migrations did. */
export const restrictions: Restrictions = {
  insertOnly: ['audit_log'],
  readOnly: ['audit_checkpoint', 'migrations', 'bullmq.migration'],
  functions: ['audit_seal(jsonb)', 'audit_retire(integer, text)'],
};
