import type { EntityManager } from 'typeorm';
import { User } from './user.entity.js';

/**
 * Until the transaction ends nobody else replaces the person's password, makes them a link or changes
 * what they may do. Weaker than an update of the key, so that it never waits for a mere reference.
 */
export function lockUser(
  tx: EntityManager,
  where: { id: string } | { email: string },
): Promise<User | null> {
  return tx.findOne(User, { where, lock: { mode: 'for_no_key_update' } });
}
