/** Everything that is written down, as `noun.fact`. */
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
  'alarm.resolved',
  'alarm.retired',
  'alarm.updated',
  'alarm.witnessed',
  'building.created',
  'code.created',
  'code.deleted',
  'invitation.accepted',
  'invitation.created',
  'invitation.withdrawn',
  'membership.changed',
  'membership.left',
  'reset_link.created',
  'reset_link.used',
  'session.ended',
  'session.refused',
  'session.replayed',
  'session.started',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

type GroupOf<Action> = Action extends `${infer Group}.${string}` ? Group : never;
/** What an act is about: the part of its name before the dot. */
export type AuditGroup = GroupOf<AuditAction>;

/** One act, as an administrator reads it. */
export interface AuditItem {
  id: string;
  at: string;
  action: AuditAction;
  /** Missing where nobody was signed in, or time itself acted; without `email` once erased. */
  actor?: { id: string; email?: string };
  buildingId?: string;
  /** The building's name now. */
  building?: string;
  /** What it was done to: an account, a membership, an alarm, a code. */
  subjectId?: string;
  details: Record<string, string | number | boolean>;
  /** Its place in the chain; missing until it is sealed. */
  seq?: number;
}
