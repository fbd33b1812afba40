/** How often one address may fail to prove who it is, by a password or by a link. */
export const SIGN_IN_FAILURES = { failures: 20, windowMs: 15 * 60_000 };
