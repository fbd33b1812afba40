/** Longer than 99 of 100 answers take: a socket that still owes one may be half open. */
export const BESIDE_MS = 300;
