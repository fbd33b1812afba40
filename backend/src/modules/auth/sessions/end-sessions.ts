import { IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AuthSession } from './auth-session.entity.js';

/** @returns the sign-ins that this ended: after the commit a signal closes their connections */
export async function endSessions(
  tx: EntityManager,
  which: FindOptionsWhere<AuthSession>,
  endedAt: Date,
): Promise<string[]> {
  const ended = await tx
    .createQueryBuilder()
    .update(AuthSession)
    .set({ endedAt })
    .where({ ...which, endedAt: IsNull() })
    .returning('id')
    .execute();
  return (ended.raw as { id: string }[]).map(({ id }) => id);
}
