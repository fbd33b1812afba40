import jsonwebtoken from 'jsonwebtoken';
import { helpRule } from '../../src/modules/alarms/model/alarm-rules.js';
import { BuildingStream } from '../../src/modules/alarms/stream/building-stream.js';
import type { Person } from './client.js';
import type { TestApp } from './start-app.js';

/**
 * Appends `count` events to the building's stream: calls for help whose place changes each time.
 * It bypasses HTTP, where the updates of one person are merged to one a second.
 */
export async function appendHelpCalls(
  { app }: TestApp,
  { token, userId, buildingId }: Person,
  alarmId: string,
  count: number,
): Promise<void> {
  const { sid: sessionId } = jsonwebtoken.decode(token) as { sid: string };
  for (let n = 0; n < count; n += 1) {
    await app.get(BuildingStream).change(
      {
        actor: { userId, sessionId, email: '', roles: [] },
        buildingId,
        alarmId,
        refusal: () => undefined,
        stranger: 'alarm.not_found',
        tooMany: 'request.rate_limited',
        needs: 'none',
      },
      helpRule({ response: 'need_help', place: n % 2 ? 'Vinden' : 'Källaren' }),
    );
  }
}
