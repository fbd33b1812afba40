import { randomUUID } from 'node:crypto';
import type { Alarm, Outcome, RaiseResult } from '../../src/contract/alarm.js';
import type { AlarmPush, PushStep } from '../../src/contract/push.js';
import { AlarmPushesService } from '../../src/modules/push/alarms/alarm-pushes.service.js';
import { call, signIn, type Person } from './client.js';
import { subscribe, type PushDevice } from './push-calls.js';
import { PushService } from './push-service.js';
import { startApp, type TestApp } from './start-app.js';
import { ARRIVES_MS, until } from './wait-until.js';

export interface Pushes {
  service: PushService;
  app: TestApp;
  /** The building's manager. */
  anna: Person;
  karl: Person;
  lisa: Person;
  /** Subscribes a browser of the person until the end of the test. */
  device: (person: Person) => Promise<PushDevice>;
  /** Raises an alarm, as Karl when nobody is named; it ends with the test. */
  raise: (body?: object, person?: Person) => Promise<Alarm>;
  /** Sends a request with a token or a ticket. */
  act: (route: string, token: string, body: object) => ReturnType<typeof call>;
  /** Ends an alarm that Karl raised. */
  end: (alarm: Alarm, outcome: Outcome) => Promise<void>;
  /** Runs the job of a step once more. */
  run: (alarm: Alarm, step?: PushStep) => Promise<void>;
  /** Waits until the alarm has so many deliveries that meet the SQL condition. */
  recorded: (alarm: Alarm, condition: string, count?: number) => Promise<void>;
}

/** Starts one application for the file, with a push service whose answers a test may choose. */
export function usePushes(): Pushes {
  const pushes = {
    device: (person) => subscribe(pushes.app, pushes.service, person),
    raise: async (body = {}, { token, buildingId } = pushes.karl) => {
      const answer = await call<RaiseResult>(pushes.app, `POST /buildings/${buildingId}/alarms`, {
        token,
        body: { alarmId: randomUUID(), type: 'fire', separate: true, ...body },
      });
      expect(answer.status).toBe(201);
      return answer.body.alarm;
    },
    act: (route, token, body) => call(pushes.app, route, { token, body }),
    end: async ({ id }, outcome) => {
      const { status } = await pushes.act(`POST /alarms/${id}/end`, pushes.karl.token, { outcome });
      expect(status).toBe(200);
    },
    run: ({ id }, step = 0) => pushes.app.app.get(AlarmPushesService).run(id, step, 'push.alarm'),
    recorded: ({ id }, condition, count = 1) =>
      until(`${count} deliveries that are ${condition}`, ARRIVES_MS, async () => {
        const rows = await pushes.app.database.query<object[]>(
          `select 1 from push_deliveries where alarm_id = '${id}' and ${condition}`,
        );
        return rows.length === count;
      }),
  } as Pushes;

  beforeAll(async () => {
    pushes.service = await PushService.start();
    const env = { RATE_LIMITS: 'off', PUSH_TEST_HOST: pushes.service.host };
    pushes.app = await startApp({ env, jobs: true });
  });

  beforeEach(async () => {
    const names = ['anna', 'karl', 'lisa'] as const;
    await Promise.all(names.map(async (name) => (pushes[name] = await signIn(pushes.app, name))));
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    // Steps of the clock in later tests would otherwise send the pushes of this one again.
    await pushes.app.database.query(`update alarms set status = 'resolved'`);
    await pushes.app.database.query('delete from push_subscriptions');
    await pushes.app.database.query(`update memberships set status = 'active'`);
    expect(pushes.service.faults).toEqual([]);
  });

  afterAll(async () => {
    await pushes.app.close();
    await pushes.service.close();
  });

  return pushes;
}

/** @returns the ticket of the alarm's first push to the device */
export function ticketOf({ subscription }: PushDevice): string {
  return (subscription.received[0]!.body.notification.data as AlarmPush).ticket;
}
