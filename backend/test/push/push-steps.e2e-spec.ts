import type { Alarm, Reach, Sync } from '../../src/contract/alarm.js';
import type { AlarmPush } from '../../src/contract/push.js';
import { ErasureService } from '../../src/modules/account/erasure.service.js';
import { BuildingStream } from '../../src/modules/alarms/stream/building-stream.js';
import { call, newPerson, openTab, signIn, type Person } from '../support/client.js';
import type { PushDevice } from '../support/push-calls.js';
import { ticketOf, usePushes } from '../support/use-pushes.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** The pushes that follow an alarm's first ones: its escalation, and what is answered and reported of them. */

const MINUTE_MS = 60_000;

const pushes = usePushes();
const { act, device, raise, recorded, run } = pushes;

describe('a step of the escalation', () => {
  it('is sent to homes without a response and devices that have not received the alarm', async () => {
    const [received, silent, answered, own] = [
      await device(pushes.anna),
      await device(pushes.anna),
      await device(pushes.lisa),
      await device(pushes.karl),
    ];
    const alarm = await raise();
    await Promise.all(
      [received, silent, answered].map(({ subscription }) => pushes.service.until(subscription)),
    );
    await recorded(alarm, `result = 'sent'`, 3);
    const receipts = `POST /alarms/${alarm.id}/receipts`;
    const { deviceId } = received;
    await act(receipts, ticketOf(received), { deviceId, level: 'received' });
    await act(`POST /alarms/${alarm.id}/responses`, pushes.lisa.token, { response: 'coming' });
    const { buildingId } = pushes.karl;
    await pushes.app.app
      .get(BuildingStream)
      .changeBySystem({ buildingId, alarmId: alarm.id, needs: 'none' }, (state) => {
        const record = { ...state.alarm!, escalation: 1 as const };
        return { steps: [{ kind: 'escalated', record }], record };
      });
    const { body } = await pushes.service.until(silent.subscription, 2);
    expect(body.notification).toMatchObject({ tag: `${alarm.id}:1`, data: { step: 1 } });
    const alarms = (one: PushDevice) =>
      one.subscription.received.filter(({ body: { notification } }) => !notification.silent);
    expect([received, answered, own].map((one) => alarms(one).length)).toEqual([1, 1, 0]);
  });

  it('is not sent to a member who muted the alarm', async () => {
    const [muted, control] = [await device(pushes.lisa), await device(pushes.anna)];
    const alarm = await raise();
    await pushes.service.until(muted.subscription);
    await act(`POST /alarms/${alarm.id}/mute`, pushes.lisa.token, { muted: true });
    await run(alarm, 1);
    expect(control.subscription.received).toHaveLength(2);
    expect(muted.subscription.received).toHaveLength(1);
  });
});

describe('a step of the escalation', () => {
  /** Lets each person live there until the end of the test; an empty apartment is no home. */
  async function living(...homes: [Person, string | null, string][]): Promise<void> {
    for (const [{ membershipId }, entrance, apartment] of homes) {
      await pushes.app.database.query(
        'update memberships set entrance = $2, apartment = $3 where id = $1',
        [membershipId, entrance, apartment],
      );
    }
  }
  const answer = (alarm: Alarm, { token }: Person) =>
    act(`POST /alarms/${alarm.id}/responses`, token, { response: 'safe' });

  afterEach(() =>
    living([pushes.anna, null, '1201'], [pushes.karl, null, '1301'], [pushes.lisa, null, '1102']),
  );

  it.each(['a', 'Uppgång A', 'uppg. A', null])(
    'knows a home that has responded, and the sender’s own, by its entrance %j too',
    async (spelling) => {
      const [lisa, anna] = [await device(pushes.lisa), await device(pushes.anna)];
      await living([pushes.karl, 'A', '1301'], [pushes.lisa, spelling, '1301']);
      const alarm = await raise();
      await pushes.service.until(anna.subscription);
      await run(alarm, 1);
      expect([lisa, anna].map(({ subscription }) => subscription.received.length)).toEqual([1, 2]);

      await living([pushes.lisa, 'A', '1201'], [pushes.anna, spelling, '1201']);
      await answer(alarm, pushes.lisa);
      await run(alarm, 2);
      expect(anna.subscription.received).toHaveLength(2);
    },
  );

  it('is sent to a manager without a home when another one has raised the alarm or responded', async () => {
    const nils = await newPerson(pushes.app, { name: 'Nils Ny', apartment: '1104' });
    await pushes.app.database.query(`update memberships set role = 'manager' where id = $1`, [
      nils.membershipId,
    ]);
    const { subscription } = await device(pushes.anna);
    await living([pushes.anna, null, ''], [nils, null, '']);
    const alarm = await raise({}, nils);
    const { body } = await pushes.service.until(subscription);
    expect(body.notification.body).toBe('\u2068Nils Ny\u2069. Ring 112 vid fara.');
    await run(alarm, 1);
    expect(subscription.received).toHaveLength(2);

    const next = await raise();
    await pushes.service.until(subscription, 3);
    await answer(next, nils);
    await run(next, 1);
    expect(subscription.received).toHaveLength(4);
  });
});

it('a late answer of a notification, by the server’s time of its press, leaves a newer call', async () => {
  const phone = await device(pushes.lisa);
  const alarm = await raise();
  const { body } = await pushes.service.until(phone.subscription);
  const { sentAt = '' } = body.notification.data as AlarmPush;
  expect(sentAt).toBe(pushes.app.clock.now().toISOString());
  const path = `POST /alarms/${alarm.id}/responses`;
  const respond = (token: string, response: string, turn: number) =>
    act(path, token, { response, turn });
  const pressedMs = Date.parse(sentAt) + 1_000;
  await respond(pushes.lisa.token, 'need_help', pressedMs + 1_000);
  const late = await respond(ticketOf(phone), 'safe', pressedMs);
  expect(late).toMatchObject({ status: 200, body: { response: 'need_help' } });
  const events = `GET /buildings/${pushes.lisa.buildingId}/events`;
  const { active } = (await call<Sync>(pushes.app, events, pushes.lisa)).body;
  expect(active.find(({ id }) => id === alarm.id)?.needHelp).toHaveLength(1);
});

it('a notification from before an extension answers until the new end, and not after it', async () => {
  const phone = await device(pushes.lisa);
  const { deviceId } = phone;
  const alarm = await raise();
  await recorded(alarm, `result = 'sent'`);
  const ticket = ticketOf(phone);
  const codes = async () => {
    const answers = [
      await act(`POST /alarms/${alarm.id}/responses`, ticket, { response: 'safe' }),
      await act(`POST /alarms/${alarm.id}/receipts`, ticket, { deviceId, level: 'received' }),
    ];
    return answers.map(({ status }) => status);
  };
  pushes.app.clock.step(59 * MINUTE_MS);
  const { token } = await signIn(pushes.app, 'karl');
  expect((await act(`POST /alarms/${alarm.id}/extend`, token, {})).status).toBe(200);
  pushes.app.clock.step(2 * MINUTE_MS);
  expect(await codes()).toEqual([200, 204]);
  pushes.app.clock.step(58 * MINUTE_MS);
  expect(await codes()).toEqual([401, 401]);
});

it('the reach of a home is pushed when the push service took it, and received when a device says so', async () => {
  const phone = await device(pushes.lisa);
  const tab = await openTab(pushes.app, pushes.karl);
  const alarm = await raise();
  const level = async () => {
    const { body } = await call<Reach>(pushes.app, `GET /alarms/${alarm.id}/reach`, pushes.karl);
    return body.homes.find(({ apartment }) => apartment === '1102')?.level;
  };
  await until('the home is pushed', ARRIVES_MS, async () => (await level()) === 'pushed');
  await until('the sender is told', ARRIVES_MS, () =>
    tab.all('alarm:reach').some(({ counts }) => counts.pushed === 1),
  );
  const { deviceId } = phone;
  const receipt = { deviceId, level: 'received' };
  await act(`POST /alarms/${alarm.id}/receipts`, ticketOf(phone), receipt);
  expect(await level()).toBe('received');
  tab.close();
});

it('the pushes to a member’s devices are part of the account’s export, and erased with it', async () => {
  const person = await newPerson(pushes.app, { name: 'Nya Grannen', apartment: '1401' });
  const { deviceId } = await device(person);
  const alarm = await raise();
  await recorded(alarm, `result = 'sent' and device_id = '${deviceId}'`);
  const password = { password: 'hemligt-nog' };
  const { body } = await act('POST /auth/me/export', person.token, password);
  expect(body).toMatchObject({ push_deliveries: [{ step: 0, result: 'sent' }] });
  const { userId, membershipId } = person;
  await pushes.app.app.get(ErasureService).erase({ userId, membershipIds: [membershipId] });
  const left = await pushes.app.database.query(
    'select 1 from push_deliveries where membership_id = $1',
    [membershipId],
  );
  expect(left).toEqual([]);
});
