import { randomUUID } from 'node:crypto';
import type { PushKey } from '../../src/contract/push.js';
import { AlarmPushesRepository } from '../../src/modules/push/alarms/alarm-pushes.repository.js';
import { PushSender } from '../../src/modules/push/sending/push-sender.js';
import { SubscriptionRepository } from '../../src/modules/push/subscriptions/subscription.repository.js';
import { CommittedJobs } from '../../src/platform/jobs/committed-jobs.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { call, callOnce, openTab, signIn } from '../support/client.js';
import { asOwner } from '../support/create-database.js';
import { deviceOf, subscribe } from '../support/push-calls.js';
import { usePushes } from '../support/use-pushes.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** An alarm's pushes, at a push service that decrypts them. */

const pushes = usePushes();
const { device, end, raise, recorded, run } = pushes;

/** Adds devices like the only one that is subscribed. */
const addDevices = (count: number): Promise<unknown> =>
  pushes.app.database.query(
    `with device as (
       insert into devices
       select (jsonb_populate_record(d, jsonb_build_object('device_id', gen_random_uuid()))).*
         from devices d, generate_series(1, $1)
        where d.device_id = (select device_id from push_subscriptions)
       returning device_id
     )
     insert into push_subscriptions
     select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
              'device_id', device.device_id,
              'endpoint', s.endpoint || '/' || device.device_id))).*
       from push_subscriptions s, device`,
    [count],
  );

describe('a push', () => {
  it('says what happened and where, and is urgent until the alarm’s end', async () => {
    const [phone, own] = [await device(pushes.lisa), await device(pushes.karl)];
    const { deviceId } = phone;
    const alarm = await raise({ place: 'Vinden', note: 'Hemligt' });
    const { headers, body, vapid } = await pushes.service.until(phone.subscription);
    expect(body).toEqual({
      web_push: 8030,
      notification: {
        title: 'Brandlarm – \u2068Storgatan 12\u2069',
        body: 'Lägenhet\u00a01301, \u2068Vinden\u2069, \u2068Karl Ek\u2069. Ring 112 vid fara.',
        navigate: `http://localhost:3000/app/alarm/${alarm.id}`,
        tag: `${alarm.id}:0`,
        lang: 'sv',
        silent: false,
        requireInteraction: true,
        data: {
          kind: 'alarm',
          alarmId: alarm.id,
          buildingId: pushes.karl.buildingId,
          type: 'fire',
          exercise: false,
          step: 0,
          expiresAt: alarm.expiresAt,
          sentAt: pushes.app.clock.now().toISOString(),
          ticket: expect.stringMatching(/^ey/) as string,
          deviceId,
          actions: [
            { action: 'safe', title: 'Jag är i säkerhet' },
            { action: 'need_help', title: 'Jag behöver hjälp' },
          ],
        },
      },
    });
    expect(headers).toMatchObject({
      ttl: '3600',
      urgency: 'high',
      topic: alarm.id.replaceAll('-', ''),
      'content-encoding': 'aes128gcm',
    });
    const { body: key } = await call<PushKey>(pushes.app, 'GET /push/key', pushes.lisa);
    expect(vapid).toMatchObject({ key: key.key, sub: 'mailto:kontakt@resq.example' });
    expect(own.subscription.received).toEqual([]);
  });

  it('says first that an exercise is one', async () => {
    const { subscription } = await device(pushes.lisa);
    await raise({ exercise: true }, pushes.anna);
    const { notification } = (await pushes.service.until(subscription)).body;
    expect(notification.title).toBe('Övning: Brandlarm – \u2068Storgatan 12\u2069');
    expect(notification.body).toMatch(
      /^Lägenhet.1201, \u2068Anna Berg\u2069. Detta är en övning\.$/,
    );
  });

  it('is requested in the alarm’s transaction, so neither exists without the other', async () => {
    const inDatabase = (sql: string): Promise<unknown> =>
      asOwner(pushes.app.databaseUrl, (owner) => owner.query(sql));
    await inDatabase(
      `create function no_outbox() returns trigger language plpgsql as $$
         begin raise 'no outbox'; end $$;
       create trigger no_outbox before insert on outbox
         for each row when (new.name = 'push.alarm') execute function no_outbox()`,
    );
    await device(pushes.lisa);
    const press = { alarmId: randomUUID(), type: 'fire', separate: true };
    const route = `POST /buildings/${pushes.karl.buildingId}/alarms`;
    const { token } = pushes.karl;
    const { status } = await callOnce(pushes.app, route, { token, body: press });
    await inDatabase('drop trigger no_outbox on outbox; drop function no_outbox');
    expect(status).toBe(503);
    const found = await call(pushes.app, `GET /alarms/${press.alarmId}`, pushes.karl);
    expect(found.status).toBe(404);
  });

  it('is not sent to a member who was removed, nor after a sign-out', async () => {
    // The sign-out deletes the subscription as well, but not when the database is away just then.
    jest.spyOn(pushes.app.app.get(SubscriptionRepository), 'deleteOfEnded').mockResolvedValue();
    const [phone, away, control] = [
      await device(pushes.lisa),
      await device(pushes.lisa),
      await device(pushes.anna),
    ];
    const { body: sessions } = await call<{ id: string; current: boolean }[]>(
      pushes.app,
      'GET /auth/sessions',
      pushes.lisa,
    );
    const other = await signIn(pushes.app, 'lisa');
    const left = await subscribe(pushes.app, pushes.service, other, away.deviceId);
    const current = sessions.find((one) => one.current);
    await call(pushes.app, `DELETE /auth/sessions/${current?.id}`, other);
    await raise();
    await pushes.service.until(left.subscription);
    await pushes.service.until(control.subscription);
    expect(phone.subscription.received).toEqual([]);
    await pushes.app.database.query(
      `update memberships set status = 'revoked' where user_id = $1`,
      [pushes.lisa.userId],
    );
    await raise();
    await pushes.service.until(control.subscription, 2);
    expect(left.subscription.received).toHaveLength(1);
  });
});

describe('the answer of the push service', () => {
  it.each([404, 410])('%i ends the subscription, and the user sees it', async (status) => {
    const [{ deviceId, subscription }, control] = [
      await device(pushes.lisa),
      await device(pushes.anna),
    ];
    subscription.behaviour = { status };
    expect(await deviceOf(pushes.app, pushes.lisa, deviceId)).toMatchObject({
      pushSubscription: 'live',
    });
    await recorded(await raise(), `result = 'dead'`);
    expect(await deviceOf(pushes.app, pushes.lisa, deviceId)).toMatchObject({
      pushSubscription: 'dead',
    });
    await raise();
    await pushes.service.until(control.subscription, 2);
    expect(subscription.received).toHaveLength(1);
  });

  it('429 is obeyed: the push is sent again after Retry-After, and never after the end', async () => {
    const [phone, late] = [await device(pushes.lisa), await device(pushes.lisa)];
    phone.subscription.behaviour = { status: 429, headers: { 'retry-after': '120' } };
    late.subscription.behaviour = { status: 429, headers: { 'retry-after': '240' } };
    const alarm = await raise();
    await recorded(alarm, `result = 'failed'`, 2);
    phone.subscription.behaviour = late.subscription.behaviour = { status: 201 };
    pushes.app.clock.step(119_000);
    await run(alarm);
    expect(phone.subscription.received).toHaveLength(1);
    pushes.app.clock.step(1_000);
    await pushes.app.app.get(JobQueue).sweep();
    await pushes.service.until(phone.subscription, 2);
    await recorded(alarm, `result = 'sent' and attempts = 2`);
    await end(alarm, 'resolved');
    pushes.app.clock.step(120_000);
    await run(alarm);
    expect(late.subscription.received).toHaveLength(1);
  });

  it('a failure, a hang and a redirect delay no other device and no socket', async () => {
    jest.replaceProperty(pushes.app.app.get(PushSender), 'timeoutMs', 1_500);
    const [failing, hanging, redirected, control] = [
      await device(pushes.lisa),
      await device(pushes.lisa),
      await device(pushes.lisa),
      await device(pushes.anna),
    ];
    failing.subscription.behaviour = { status: 500 };
    hanging.subscription.behaviour = 'hang';
    const target = pushes.service.newSubscription();
    redirected.subscription.behaviour = { status: 307, headers: { location: target.endpoint } };
    const tab = await openTab(pushes.app, pushes.lisa);
    const alarm = await raise();
    await tab.until('alarm:event');
    await pushes.service.until(control.subscription);
    await recorded(alarm, `result = 'failed'`, 2);
    await recorded(alarm, `result = 'sending' and retry_at = at + interval '2 s'`);
    await recorded(alarm, `result = 'failed' and retry_at is null`);
    failing.subscription.behaviour = hanging.subscription.behaviour = { status: 201 };
    pushes.app.clock.step(2_000);
    await run(alarm);
    await recorded(alarm, `result = 'sent'`, 3);
    expect(failing.subscription.received).toHaveLength(2);
    expect(hanging.subscription.received).toHaveLength(2);
    expect(redirected.subscription.received).toHaveLength(1);
    expect(control.subscription.received).toHaveLength(1);
    expect(target.received).toEqual([]);
    tab.close();
  });

  it('that is lost by a crash before it is saved is asked for again, and then never more', async () => {
    const { subscription } = await device(pushes.lisa);
    const crash = jest
      .spyOn(pushes.app.app.get(AlarmPushesRepository), 'record')
      .mockRejectedValueOnce(new Error('killed'));
    const alarm = await raise();
    await until('the crash', ARRIVES_MS, () => crash.mock.calls.length > 0);
    await run(alarm);
    expect(subscription.received).toHaveLength(1);
    pushes.app.clock.step(20_000);
    // The job itself may be first.
    await run(alarm);
    await recorded(alarm, `result = 'sent'`);
    const tags = subscription.received.map(({ body }) => body.notification.tag);
    expect(tags).toEqual([`${alarm.id}:0`, `${alarm.id}:0`]);
    pushes.app.clock.step(20_000);
    await run(alarm);
    expect(subscription.received).toHaveLength(2);
  });

  it.each([
    ['the member was removed', `update memberships set status = 'revoked' where user_id = $1`],
    ['it was unsubscribed', 'delete from push_subscriptions where user_id = $1'],
    ['the alarm has ended', `update alarms set status = 'resolved' where $1::uuid is not null`],
  ])('that waits for a slow push service is not sent once %s', async (_what, sql) => {
    const sender = pushes.app.app.get(PushSender);
    jest.replaceProperty(sender, 'timeoutMs', 10 * ARRIVES_MS);
    jest.spyOn(pushes.app.app.get(CommittedJobs), 'run').mockReturnValue();
    const { subscription } = await device(pushes.anna);
    subscription.behaviour = 'hang';
    await addDevices(60);
    const alarm = await raise();
    const running = run(alarm);
    await until('many requests hang', ARRIVES_MS, () => subscription.received.length >= 50);
    await pushes.app.database.query(sql, [pushes.anna.userId]);
    subscription.behaviour = { status: 201 };
    // Ends the requests that hang, so that the next ones have their turn.
    sender.onApplicationShutdown();
    await running;
    expect(subscription.received).toHaveLength(50);
  });

  it('is sent although the database cannot tell who may have it at that moment', async () => {
    jest.spyOn(pushes.app.app.get(CommittedJobs), 'run').mockReturnValue();
    const { subscription } = await device(pushes.anna);
    const repository = pushes.app.app.get(AlarmPushesRepository);
    jest.spyOn(repository, 'findEntitled').mockRejectedValueOnce(new Error('no connection'));
    const alarm = await raise();
    await run(alarm);
    expect(subscription.received).toHaveLength(1);
    await recorded(alarm, `result = 'sent'`);
  });

  it('that hangs for many devices of one building delays no push of another building', async () => {
    jest.replaceProperty(pushes.app.app.get(PushSender), 'timeoutMs', 10 * ARRIVES_MS);
    const { subscription } = await device(pushes.anna);
    subscription.behaviour = 'hang';
    await addDevices(60);
    await raise();
    await until('many requests hang', ARRIVES_MS, () => subscription.received.length >= 50);
    const otto = await signIn(pushes.app, 'otto');
    await pushes.app.database.query(
      `insert into memberships (id, building_id, user_id, role, status, may_send, name, apartment,
                                created_at)
       values (gen_random_uuid(), $1, $2, 'resident', 'active', true, 'Lisa Ny', '1002', now())`,
      [otto.buildingId, pushes.lisa.userId],
    );
    const neighbour = await device(pushes.lisa);
    await raise({}, otto);
    await pushes.service.until(neighbour.subscription);
  });
});
