import * as firstReleases from './migrations/1763700000000-first-releases.js';
import * as membersAndTwoSteps from './migrations/1764500000000-members-and-two-steps.js';
import * as pushesAndEscalations from './migrations/1765000000000-pushes-and-escalations.js';
import * as homes from './migrations/1765100000000-homes.js';
import * as deviceNames from './migrations/1765200000000-device-names.js';
import * as homesOfInvitations from './migrations/1765300000000-homes-of-invitations.js';
import * as closedBuildings from './migrations/1765400000000-closed-buildings.js';
import * as textsRead from './migrations/1765410000000-texts-read.js';
import * as exercises from './migrations/1765425000000-exercises.js';
import * as kiosks from './migrations/1765430000000-kiosks.js';
import * as kioskReceipts from './migrations/1765440000000-kiosk-receipts.js';
import * as nodeStates from './migrations/1765450000000-node-states.js';
import * as newestBuildings from './migrations/1765460000000-newest-buildings.js';
import * as lineageOfAConnection from './migrations/1765470000000-lineage-of-a-connection.js';
import { AuditCheckpoint, AuditEntry } from './modules/audit/audit-log.repository.js';
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
import { AccessCodeRow, CodeSession } from './modules/gate/gate.repository.js';
import type { Restrictions } from './platform/database/app-role.js';
import type { Schema } from './platform/database/data-source.js';

type Migration = Schema['migrations'][number];

/** The name of each ends in its time, in 13 digits. */
const timeOf = ({ name }: Migration): string => name.slice(-13);

const migrations = [
  firstReleases,
  membersAndTwoSteps,
  pushesAndEscalations,
  homes,
  deviceNames,
  homesOfInvitations,
  closedBuildings,
  textsRead,
  exercises,
  kiosks,
  kioskReceipts,
  nodeStates,
  newestBuildings,
  lineageOfAConnection,
]
  .flatMap((release): Migration[] => Object.values(release))
  .sort((one, other) => timeOf(one).localeCompare(timeOf(other)));

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
  migrations,
};

/** Keeps the application from changing what was done, and what the migrations did. */
export const restrictions: Restrictions = {
  insertOnly: ['audit_log'],
  readOnly: ['audit_checkpoint', 'migrations', 'bullmq.migration'],
  functions: ['audit_seal(jsonb)', 'audit_retire(integer, text)'],
};
