import { FirstSchema1763700000000 } from './migrations/1763700000000-first-schema.js';
import { ResetLinks1763900000000 } from './migrations/1763900000000-reset-links.js';
import { Receipts1764000000000 } from './migrations/1764000000000-receipts.js';
import {
  AlarmEventRow,
  AlarmRow,
  BuildingStream,
  PressRow,
  ReceiptRow,
  ResponseRow,
} from './modules/alarms/alarm.entities.js';
import { AuthSession } from './modules/auth/auth-session.entity.js';
import { RefreshToken } from './modules/auth/refresh-token.entity.js';
import { ResetLink } from './modules/auth/reset-link.entity.js';
import { User } from './modules/auth/user.entity.js';
import { Building } from './modules/buildings/building.entity.js';
import { Invitation } from './modules/buildings/invitation.entity.js';
import { Membership } from './modules/buildings/membership.entity.js';
import { AccessCode } from './modules/gate/access-code.entity.js';
import { CodeSession } from './modules/gate/code-session.entity.js';
import type { Schema } from './platform/database/data-source.js';
import { OutboxRow } from './platform/jobs/outbox.entity.js';

/** Every table and every migration; what is not listed here does not exist. */
export const schema: Schema = {
  entities: [
    AccessCode,
    AlarmEventRow,
    AlarmRow,
    AuthSession,
    Building,
    BuildingStream,
    CodeSession,
    Invitation,
    Membership,
    OutboxRow,
    PressRow,
    ReceiptRow,
    RefreshToken,
    ResetLink,
    ResponseRow,
    User,
  ],
  migrations: [FirstSchema1763700000000, ResetLinks1763900000000, Receipts1764000000000],
};
