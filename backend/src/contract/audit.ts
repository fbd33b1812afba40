/** Every action in the audit log, named `noun.fact`. */
export const AUDIT_ACTIONS = [
  'account.closed',
  'account.erased',
  'account.exported',
  'account.password_changed',
  'account.role_granted',
  'account.signed_up',
  'admin.refused',
  'alarm.answered',
  'alarm.cancelled',
  'alarm.escalated',
  'alarm.expired',
  'alarm.raised',
  'alarm.redacted',
  'alarm.resolved',
  'alarm.retired',
  'alarm.updated',
  'alarm.witnessed',
  'building.changed',
  'building.closed',
  'building.created',
  'building.removed',
  'code.created',
  'code.deleted',
  'exercise.called_off',
  'exercise.planned',
  'homes.changed',
  'invitation.accepted',
  'invitation.created',
  'invitation.withdrawn',
  'kiosk.paired',
  'kiosk.renamed',
  'kiosk.revoked',
  'membership.changed',
  'membership.left',
  'membership.reminded',
  'reset_link.created',
  'reset_link.requested',
  'reset_link.used',
  'reset_link.withdrawn',
  'second_factor.recovery_code_used',
  'second_factor.refused',
  'second_factor.removed',
  'second_factor.turned_off',
  'second_factor.turned_on',
  'session.ended',
  'session.refused',
  'session.replayed',
  'session.started',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

type GroupOf<Action> = Action extends `${infer Group}.${string}` ? Group : never;
/** The part of an action's name before the dot. */
export type AuditGroup = GroupOf<AuditAction>;

/** One entry of the audit log, as administrators see it. */
export interface AuditItem {
  id: string;
  at: string;
  action: AuditAction;
  /** Missing without a sign-in and for timed actions; without `email` once the user is erased. */
  actor?: { id: string; email?: string };
  buildingId?: string;
  /** The building's name now. */
  building?: string;
  /** The id of what was changed, such as an account, a membership, an alarm or a code. */
  subjectId?: string;
  details: Record<string, string | number | boolean>;
  /** The entry's position in the hash chain; missing until it is sealed. */
  seq?: number;
}
