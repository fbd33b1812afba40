import type { AuditAction } from '../../contract/audit.js';

/** The acts of the audit log that take something away, or give it back later. */
export const ENDING_ACTIONS = [
  'account.closed',
  'account.password_changed',
  'alarm.cancelled',
  'alarm.expired',
  'alarm.redacted',
  'alarm.resolved',
  'building.closed',
  'code.deleted',
  'exercise.called_off',
  'invitation.withdrawn',
  'kiosk.revoked',
  'membership.changed',
  'membership.left',
  'reset_link.withdrawn',
  'session.ended',
  'session.replayed',
] as const satisfies AuditAction[];

/** A row of the audit log, as the ledger stores it: ids alone. */
export interface EndedAct {
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  action: (typeof ENDING_ACTIONS)[number];
  actorId: string | null;
  buildingId: string | null;
  subjectId: string | null;
  details: Record<string, string | number | boolean>;
}

/** The alarms' ends, with the statuses that they lead to. */
export const ALARM_ENDS = {
  'alarm.cancelled': 'cancelled',
  'alarm.expired': 'expired',
  'alarm.resolved': 'resolved',
} as const;

/** The rights that a membership has lost since a backup. */
export interface LostRights {
  id: string;
  /** When and by whom it was ended; `by` is null for a member who left. */
  ended?: { at: string; by: string | null };
  isDemoted: boolean;
  isPaused: boolean;
}

/**
 * Applies the acts in their order, because a removal may be undone and a former member may join again.
 * @returns only what was taken away: what was given since the backup is lost with it
 */
export function lostRights(acts: EndedAct[]): LostRights[] {
  const byId = new Map<string, LostRights>();
  for (const { action, subjectId: id, actorId, at, details } of acts) {
    if (id === null || !action.startsWith('membership.')) continue;
    const known = byId.get(id) ?? { id, isDemoted: false, isPaused: false };
    const { ended: _, ...active } = known;
    const { status, role, maySend } = details;
    if (action === 'membership.left') byId.set(id, { ...known, ended: { at, by: null } });
    else if (status === 'revoked') byId.set(id, { ...known, ended: { at, by: actorId } });
    else if (status === 'active') byId.set(id, active);
    else byId.set(id, known);
    const now = byId.get(id);
    if (now && role !== undefined) now.isDemoted = role === 'resident';
    if (now && maySend !== undefined) now.isPaused = maySend === false;
  }
  return [...byId.values()];
}
