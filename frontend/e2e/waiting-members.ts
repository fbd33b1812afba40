import type { APIRequestContext } from '@playwright/test';
import type { DemoServer } from './demo-server.js';
import { Neighbour } from './neighbour.js';

/**
 * Lets people wait for a manager of the demo building, as if each had come by its poster.
 * @param homes the number of the home by the name
 */
export async function letWait(
  server: DemoServer,
  request: APIRequestContext,
  homes: Record<string, string>,
): Promise<void> {
  const { buildingId } = await Neighbour.of(request, 'anna');
  await server.runSql(
    Object.entries(homes).map(
      ([name, apartment]) => `
        with made as (
          insert into users (id, email, password_hash, password_is_long, created_at)
          select id, id || '@resq.example', '', true, now() from (select gen_random_uuid() as id) one
          returning id
        )
        insert into memberships (id, user_id, building_id, role, status, name, apartment, created_at)
        select id, id, '${buildingId}', 'resident', 'pending', '${name}', '${apartment}', now()
          from made`,
    ),
  );
}
