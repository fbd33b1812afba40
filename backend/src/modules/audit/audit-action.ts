import type { AuditAction } from '../../contract/audit.js';

export interface Act {
  action: AuditAction;
  /** The account that acts; left out where nobody is signed in, or time itself acts. */
  actorId?: string;
  buildingId?: string;
  /** What it is done to. */
  subjectId?: string;
  /** Never a name, an address or what somebody wrote. */
  details?: Record<string, string | number | boolean>;
}
