import { randomUUID } from 'node:crypto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UserRole } from '../../contract/http.js';
import { isLong } from './passwords/password-rules.js';

@Entity('users')
export class User {
  @PrimaryColumn('uuid') id: string;
  /** The address that the user signs in with, in lower case; replaced when the account closes. */
  @Column('text') email: string;
  @Column('text') passwordHash: string;
  /** Whether the password is long enough for the role `admin`; the hash does not show it. */
  @Column('boolean') passwordIsLong: boolean;
  @Column('text', { array: true }) roles: UserRole[];
  @Column('timestamptz') createdAt: Date;
  /** When the user last requested a reset link, until one is made. */
  @Column('timestamptz') resetAskedAt: Date | null;
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
