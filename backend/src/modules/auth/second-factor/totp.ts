import { Secret, TOTP } from 'otpauth';

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
