import { randomUUID } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UserRole } from '../../contract/http.js';
import { RULES } from '../../contract/text-rules.js';

/**
 * A domain with letters beyond ASCII has two spellings: `räksmörgås.se` and `xn--rksmrgs-5wao1o.se`. Some
 * browsers send the second for an e-mail field, so both mean one account.
 */
const IS_INTERNATIONAL = /[^\p{ASCII}]|xn--/u;

/** @returns the address by which an account is saved and counted: in small letters, as people read it */
export const accountEmail = (email: string): string => respelt(email, domainToUnicode);

/** @returns the addresses by which an account may be saved, the typed one first */
export const spellingsOf = (email: string): string[] => [
  ...new Set([typedEmail(email), accountEmail(email), respelt(email, domainToASCII)]),
];

const typedEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** A domain in plain ASCII stays: Node would read `1.2` as an IPv4 address. */
function respelt(email: string, spell: (domain: string) => string): string {
  const typed = typedEmail(email);
  const at = typed.lastIndexOf('@') + 1;
  const domain = typed.slice(at);
  // Node returns an empty text for a domain that nobody can have.
  const spelt = IS_INTERNATIONAL.test(domain) && spell(domain);
  return spelt ? typed.slice(0, at) + spelt : typed;
}

@Entity('users')
export class UserRow {
  @PrimaryColumn('uuid') id: string;
  /** The address that the user signs in with, see `accountEmail`; replaced when the account closes. */
  @Column('text') email: string;
  @Column('text') passwordHash: string;
  /** Whether the password is long enough for the role `admin`; the hash does not show it. */
  @Column('boolean') passwordIsLong: boolean;
  @Column('text', { array: true }) roles: UserRole[];
  @Column('timestamptz') createdAt: Date;
  /** When the user last requested a reset link, until one is made. */
  @Column('timestamptz') resetAskedAt: Date | null;
  /** When the user last saw that the terms or the privacy policy had changed. */
  @Column('timestamptz') textsReadAt: Date | null;
}

/** The answers of a sign-up. */
export interface Account {
  email: string;
  password: string;
}

export interface NewUser extends Account {
  passwordHash: string;
  createdAt: Date;
  roles?: UserRole[];
}

/** @returns whether the password is long enough for the role `admin` */
export function isLong(password: string): boolean {
  return password.normalize('NFC').length >= RULES.account.longPassword.min;
}

/** @returns the row of a new account; `passwordIsLong` cannot be computed from the hash later */
export function newUser(account: NewUser): UserRow {
  const { email, password, passwordHash, createdAt, roles = [] } = account;
  return {
    id: randomUUID(),
    email: accountEmail(email),
    passwordHash,
    passwordIsLong: isLong(password),
    roles,
    createdAt,
    resetAskedAt: null,
    textsReadAt: null,
  };
}

/** One sign-in in one browser, for at most 30 days. All its refresh tokens refer to it. */
@Entity('auth_sessions')
export class AuthSession {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') userId: string;
  /** Browser and system, such as "Chrome på Android"; null if the session predates the column. */
  @Column('text') label: string | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
  @Column('timestamptz') endedAt: Date | null;
  /** The last time at which the user confirmed this session with a code; null before the first. */
  @Column('timestamptz') secondFactorAt: Date | null;
}

@Entity('refresh_tokens')
export class RefreshToken {
  /** SHA-256 of the token. */
  @PrimaryColumn('text') hash: string;
  @Column('uuid') sessionId: string;
  /** Time of the first use, which replaced the token; null before. */
  @Column('timestamptz') usedAt: Date | null;
}

/** A user's only valid link to a new password. A newer link replaces it; using it deletes it. */
@Entity('reset_links')
export class ResetLink {
  @PrimaryColumn('uuid') userId: string;
  /** SHA-256 of the token. */
  @Column('text') tokenHash: string;
  @Column('uuid') madeBy: string;
  @Column('timestamptz') expiresAt: Date;
}

/** A user's authenticator app. It does not count until the user has turned it on with a code. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('uuid') userId: string;
  /** Encrypted, because whoever knows the secret can make every code. */
  @Column('text') secret: string;
  /** The time step of the last accepted code. Codes of this step and of older ones are refused. */
  @Column('integer') lastStep: number;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') turnedOnAt: Date | null;
}

/** A recovery code that is not used yet. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid') userId: string;
  /** SHA-256 of the code. */
  @PrimaryColumn('text') hash: string;
}

/** A sign-in whose password was right, and which waits for a code. */
@Entity('sign_in_challenges')
export class SignInChallenge {
  /** SHA-256 of the token in the browser's cookie. */
  @PrimaryColumn('text') hash: string;
  @Column('uuid') userId: string;
  /** SHA-256 of the password's hash: a password that was replaced since must not sign in. */
  @Column('text') passwordMark: string;
  @Column('timestamptz') expiresAt: Date;
}
