import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { COUNTS } from '../../../contract/limits.js';
import { RULES } from '../../../contract/text-rules.js';
import { TextField } from '../../../platform/input.js';

/** The body of every request with a code: from an app, or a recovery code. It arrives plain. */
export class TypedCode {
  @TextField(RULES.secondFactor.code)
  code: string;
}

/** RFC 4226, 4: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20;
/** The values that every authenticator app supports (RFC 6238, 5.2). */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 };
/** The steps before and after the present one whose codes count, for clocks that differ. */
const WINDOW = 1;
const ISSUER = 'ResQ';

/** @returns a random secret in base32, as authenticator apps take it */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** @returns the address that a QR code passes to an authenticator app */
export function appAddress(secret: string, email: string): string {
  return new TOTP({ ...SETTINGS, issuer: ISSUER, label: email, secret }).toString();
}

/** @returns the time step that the code belongs to; undefined when it is wrong, too old or too new */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...SETTINGS, secret });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** RFC 4648's base32 alphabet, which has neither 0 nor 1. */
const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** 80 bits, so that a fast hash protects a code as well as a slow one. */
const RECOVERY_SYMBOLS = 16;

/** @returns ten recovery codes, each XXXX-XXXX-XXXX-XXXX */
export function newRecoveryCodes(): string[] {
  const symbol = (): string => SYMBOLS.charAt(randomInt(SYMBOLS.length));
  return Array.from({ length: COUNTS.recoveryCodes }, () => {
    const code = Array.from({ length: RECOVERY_SYMBOLS }, symbol).join('');
    return code.replace(/.{4}(?=.)/g, '$&-');
  });
}

/** @param code a plain code, see `secondFactorCode` */
export function isRecoveryCode(code: string): boolean {
  return code.length === RECOVERY_SYMBOLS;
}
