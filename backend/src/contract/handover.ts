import type { Home, ReachedHome } from './alarm.js';
import type { PastAlarm } from './http.js';

export interface CreatedHandover {
  /** The sheet's page with its token, which the server saves nowhere. */
  url: string;
  expiresAt: string;
}

/** The sheet that the rescue service reads about an active alarm. */
export interface HandoverSheet {
  building: { name: string; address: string };
  alarm: PastAlarm;
  /** All homes with a member but the sender's. */
  homes: ReachedHome[];
  /** The homes of the building's list that nobody is with. */
  outside: Home[];
  /** By the building's managers. */
  rescueNote?: string;
  serverNow: string;
}
