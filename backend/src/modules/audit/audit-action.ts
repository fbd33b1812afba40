import type { AuditAction } from '../../contract/audit.js';

export interface Act {
  action: AuditAction;
  /** The account that acts; absent when nobody is signed in or a timer acts. */
  actorId?: string;
  buildingId?: string;
  /** The account, membership, alarm or code that the act changes. */
  subjectId?: string;
  /** Never contains a name, an address or text that a user wrote. */
  details?: Record<string, string | number | boolean>;
}
