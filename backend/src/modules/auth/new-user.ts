import { randomUUID } from 'node:crypto';
import type { UserRole } from '../../contract/http.js';
import { isLong } from './passwords/password-length.js';
import type { User } from './user.entity.js';

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
