import { randomUUID } from 'node:crypto';
import { Column, Entity, Index } from 'typeorm';
import type { UserRole } from '../../contract/http.js';
import { IdColumn, TimeColumn } from '../../platform/database/columns.js';
import { isLong } from './passwords/password-rules.js';

@Entity('users')
export class User {
  @IdColumn({ primaryKeyConstraintName: 'users_pkey' })
  id: string;

  /** The address that the user signs in with, in lower case; replaced when the account closes. */
  @Index('users_email', { unique: true })
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

/** @returns the row of a new account; `passwordIsLong` cannot be computed from the hash later */
export function newUser({ email, password, passwordHash, createdAt, roles = [] }: NewUser): User {
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
