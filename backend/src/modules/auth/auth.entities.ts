import { randomUUID } from 'node:crypto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UserRole } from '../../contract/http.js';
import { RULES } from '../../contract/text-rules.js';
import { IdColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('users')
export class UserRow {
  @IdColumn()
  id: string;

  /** The address that the user signs in with, in lower case; replaced when the account closes. */
  @Column({ type: 'text' })
  email: string;

  @Column({ name: 'password_hash', type: 'text' })
  passwordHash: string;

  /** Whether the password is long enough for the role `admin`; the hash does not show it. */
  @Column({ name: 'password_is_long', type: 'boolean' })
  passwordIsLong: boolean;

  @Column({ type: 'text', array: true, default: '{}' })
  roles: UserRole[];

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;

  /** When the user last requested a reset link, until one is made. */
  @TimeColumn({ name: 'reset_asked_at', nullable: true })
  resetAskedAt: Date | null;
}

export interface NewUser {
  email: string;
  password: string;
  passwordHash: string;
  createdAt: Date;
  roles?: UserRole[];
}

/** @returns whether the password is long enough for the role `admin` */
export function isLong(password: string): boolean {
  return password.length >= RULES.account.longPassword.min;
}

/** @returns the row of a new account; `passwordIsLong` cannot be computed from the hash later */
export function newUser(account: NewUser): UserRow {
  const { email, password, passwordHash, createdAt, roles = [] } = account;
  return {
    id: randomUUID(),
    email: email.toLowerCase(),
    passwordHash,
    passwordIsLong: isLong(password),
    roles,
    createdAt,
    resetAskedAt: null,
  };
}

/** One sign-in in one browser, for at most 30 days. All its refresh tokens refer to it. */
@Entity('auth_sessions')
export class AuthSession {
  @IdColumn()
  id: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  /** Browser and system, such as "Chrome på Android"; null if the session predates the column. */
  @Column({ type: 'text', nullable: true })
  label: string | null;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;

  @TimeColumn({ name: 'expires_at' })
  expiresAt: Date;

  @TimeColumn({ name: 'ended_at', nullable: true })
  endedAt: Date | null;

  /** The last time at which the user confirmed this session with a code; null before the first. */
  @TimeColumn({ name: 'second_factor_at', nullable: true })
  secondFactorAt: Date | null;
}

@Entity('refresh_tokens')
export class RefreshToken {
  /** SHA-256 of the token. */
  @PrimaryColumn({ type: 'text' })
  hash: string;

  @Column({ name: 'session_id', type: 'uuid' })
  sessionId: string;

  /** Time of the first use, which replaced the token; null before. */
  @TimeColumn({ name: 'used_at', nullable: true })
  usedAt: Date | null;
}

/** A user's only valid link to a new password. A newer link replaces it; using it deletes it. */
@Entity('reset_links')
export class ResetLink {
  @PrimaryColumn({
    name: 'user_id',
    type: 'uuid',
  })
  userId: string;

  /** SHA-256 of the token. */
  @Column({ name: 'token_hash', type: 'text' })
  tokenHash: string;

  @Column({ name: 'made_by', type: 'uuid' })
  madeBy: string;

  @TimeColumn({ name: 'expires_at' })
  expiresAt: Date;
}

/** A user's authenticator app. It does not count until the user has turned it on with a code. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn({
    name: 'user_id',
    type: 'uuid',
  })
  userId: string;

  /** Encrypted, because whoever knows the secret can make every code. */
  @Column({ type: 'text' })
  secret: string;

  /** The time step of the last accepted code. Codes of this step and of older ones are refused. */
  @Column({ name: 'last_step', type: 'integer' })
  lastStep: number;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;

  @TimeColumn({ name: 'turned_on_at', nullable: true })
  turnedOnAt: Date | null;
}

/** A recovery code that is not used yet. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn({
    name: 'user_id',
    type: 'uuid',
  })
  userId: string;

  /** SHA-256 of the code. */
  @PrimaryColumn({ type: 'text' })
  hash: string;
}

/** A sign-in whose password was right, and which waits for a code. */
@Entity('sign_in_challenges')
export class SignInChallenge {
  /** SHA-256 of the token in the browser's cookie. */
  @PrimaryColumn({ type: 'text' })
  hash: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  /** SHA-256 of the password's hash: a password that was replaced since must not sign in. */
  @Column({ name: 'password_mark', type: 'text' })
  passwordMark: string;

  @TimeColumn({ name: 'expires_at' })
  expiresAt: Date;
}
