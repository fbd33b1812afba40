import { randomInt } from 'node:crypto';
import { COUNTS } from '../../../contract/limits.js';

/** RFC 4648's base32 alphabet, which has neither 0 nor 1. */
const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** 80 bits, so that a fast hash protects a code as well as a slow one. */
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** @returns ten codes, each XXXX-XXXX-XXXX-XXXX */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNTS.recoveryCodes }, () =>
    Array.from({ length: GROUPS }, group).join('-'),
  );
}

function group(): string {
  return Array.from({ length: GROUP_LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('');
}

/** @returns the typed text as an app's code or a recovery code is compared: in capitals, joined */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** @param code a plain code */
export function isRecoveryCode(code: string): boolean {
  return code.length === GROUPS * GROUP_LENGTH;
}
