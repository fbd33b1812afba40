/** Limits that the server and the browser share. The limits of texts are in `text-rules.ts`. */

export const CODE_PATTERN = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/;
export const CODE_INPUT_MAX = 20;

/** The durations of the product's rules; each name ends in its unit. */
export const TIMES = {
  accessTokenMs: 10 * 60_000,
  refreshTokenMs: 30 * 24 * 60 * 60_000,
  resetLinkMs: 24 * 60 * 60_000,
  alarmMs: 60 * 60_000,
  /** A press of the same type joins an alarm whose last press is younger than this. */
  mergeMs: 10 * 60_000,
  historyMonths: 12,
  /** After this time a sound test proves nothing: browsers change, and users turn the volume down. */
  soundTestMs: 30 * 24 * 60 * 60_000,
  /** The privacy page promises that a closed account is erased within this time. */
  erasureMs: 30 * 24 * 60 * 60_000,
} as const;

/** Durations that no page needs. */
export const SERVER_TIMES = {
  codeSessionMs: 24 * 60 * 60_000,
  /** A manager makes reset links for members of this long. */
  resetLinkMemberMs: 7 * 24 * 60 * 60_000,
  /** The lifetime of a personal link. */
  invitationMs: 14 * 24 * 60 * 60_000,
  letterMs: 60 * 24 * 60 * 60_000,
  posterMs: 5 * 365 * 24 * 60 * 60_000,
  /** From the right password to the code. */
  challengeMs: 5 * 60_000,
  /** A code that confirmed a session is asked for again after this time. */
  confirmationMs: 10 * 60_000,
  alarmRateWindowMs: 10 * 60_000,
  /** A push test proves as little after this time as a sound test. */
  pushTestMs: 30 * 24 * 60 * 60_000,
  reminderMs: 24 * 60 * 60_000,
  /** The time in which `COUNTS.manyRemoved` removals are reported to a building's managers. */
  manyRemovedMs: 60 * 60_000,
  /** The time of `COUNTS.ownChanges` and `COUNTS.memberChanges`. */
  ownChangesMs: 24 * 60 * 60_000,
  /** After this time nobody waits for a manager any more. */
  waitingMs: 30 * 24 * 60 * 60_000,
} as const;

export const HOMES_PER_BUILDING = 1_000;
export const DEVICES_PER_USER = 20;

/** The server's own: a page that used one of them would load them all. */
export const COUNTS = {
  alarmsPerWindow: 6,
  witnessesShown: 20,
  helpersShown: 20,
  eventsPerPage: 500,
  eventsPerSync: 50,
  historyPerPage: 20,
  auditPerPage: 50,
  buildingsPerPage: 50,
  recoveryCodes: 10,
  /** Memberships of an account, former ones included. */
  buildingsPerUser: 20,
  /** Open personal invitations without a home that an account made in all its buildings. */
  invitationsPerUser: 50,
  /** Open personal invitations to one home. */
  invitationsPerHome: 2,
  /** Members whom managers remove before all managers are told. */
  manyRemoved: 6,
  /** Reset links that an account asks for in 24 hours. */
  resetRequests: 20,
  /** Changes of one's own name or home in a building, and departures from it. */
  ownChanges: 20,
  /** Changes of one member by one manager. */
  memberChanges: 50,
  /** Members who came by a poster and wait for a manager. */
  waitingPerBuilding: 20,
} as const;
