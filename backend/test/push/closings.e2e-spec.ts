import type { Alarm } from '../../src/contract/alarm.js';
import { AlarmPushesRepository } from '../../src/modules/push/alarms/alarm-pushes.repository.js';
import { PushSender } from '../../src/modules/push/sending/push-sender.js';
import type { PushDevice } from '../support/push-calls.js';
import { ticketOf, usePushes } from '../support/use-pushes.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** The pushes that close the notifications of an alarm that is over, or that their reader has answered. */

const pushes = usePushes();
const { act, device, end, raise, recorded, run } = pushes;

describe('a notification', () => {
  it('is closed when the alarm ends, on each device that was sent one', async () => {
    const [phone, later] = [await device(pushes.lisa), await device(pushes.anna)];
    later.subscription.behaviour = { status: 429, headers: { 'retry-after': '600' } };
    const alarm = await raise();
    await recorded(alarm, `result = 'sent'`);
    await recorded(alarm, `result = 'failed'`);
    await end(alarm, 'false_alarm');
    const { headers, body } = await pushes.service.until(phone.subscription, 2);
    expect(body.notification).toMatchObject({
      body: 'Det var ett falskt larm.',
      tag: `${alarm.id}:0`,
      silent: true,
      data: { kind: 'close', alarmId: alarm.id },
    });
    expect(headers.topic).toBe(alarm.id.replaceAll('-', ''));
    expect(later.subscription.received).toHaveLength(1);
  });

  it('is closed on the other devices of a member who answers from one', async () => {
    const [phone, tablet, neighbour] = [
      await device(pushes.lisa),
      await device(pushes.lisa),
      await device(pushes.anna),
    ];
    const alarm = await raise();
    await recorded(alarm, `result = 'sent'`, 3);
    const answer = await act(`POST /alarms/${alarm.id}/responses`, ticketOf(phone), {
      response: 'safe',
    });
    expect(answer).toMatchObject({ status: 200, body: { response: 'safe' } });
    const { body } = await pushes.service.until(tablet.subscription, 2);
    expect(body.notification).toMatchObject({ body: 'Du har svarat på larmet.', silent: true });
    expect(phone.subscription.received).toHaveLength(1);
    expect(neighbour.subscription.received).toHaveLength(1);
    pushes.app.clock.step(1_000);
    await end(alarm, 'resolved');
    await pushes.service.until(phone.subscription, 2);
    await pushes.service.until(tablet.subscription, 3);
  });

  it('is closed when the alarm ended while it was being sent', async () => {
    const { subscription } = await device(pushes.lisa);
    const repository = pushes.app.app.get(AlarmPushesRepository);
    const findEntitled = repository.findEntitled.bind(repository);
    let answer: (alarm: Alarm) => void = () => undefined;
    const raised = new Promise<Alarm>((resolve) => (answer = resolve));
    jest.spyOn(repository, 'findEntitled').mockImplementationOnce(async (...batch) => {
      const entitled = await findEntitled(...batch);
      await end(await raised, 'resolved');
      return entitled;
    });
    answer(await raise());
    const { body } = await pushes.service.until(subscription, 2);
    expect(body.notification.data).toEqual(expect.objectContaining({ kind: 'close' }));
  });

  const kinds = ({ subscription }: PushDevice) =>
    subscription.received.map(({ body }) => (body.notification.data as { kind: string }).kind);

  it('is closed although its push service did not answer, and again if that ends after it', async () => {
    jest.replaceProperty(pushes.app.app.get(PushSender), 'timeoutMs', 1_500);
    const phone = await device(pushes.lisa);
    phone.subscription.behaviour = 'hang';
    const alarm = await raise();
    await pushes.service.until(phone.subscription);
    phone.subscription.behaviour = { status: 201 };
    await end(alarm, 'false_alarm');
    await pushes.service.until(phone.subscription, 2);
    await recorded(alarm, 'closed_at is not null');
    // The first push runs out only now, and may reach the phone after its closing.
    await pushes.service.until(phone.subscription, 3);
    expect(kinds(phone)).toEqual(['alarm', 'close', 'close']);
  });

  it('is closed after a try without an answer and one that was refused', async () => {
    jest.replaceProperty(pushes.app.app.get(PushSender), 'timeoutMs', 1_500);
    const phone = await device(pushes.lisa);
    phone.subscription.behaviour = 'hang';
    const alarm = await raise();
    await recorded(alarm, `retry_at = at + interval '2 s'`);
    phone.subscription.behaviour = { status: 429, headers: { 'retry-after': '600' } };
    pushes.app.clock.step(2_000);
    await run(alarm);
    await recorded(alarm, `attempts = 2 and retry_at = at + interval '600 s'`);
    phone.subscription.behaviour = { status: 201 };
    await end(alarm, 'false_alarm');
    await pushes.service.until(phone.subscription, 3);
    expect(kinds(phone)).toEqual(['alarm', 'alarm', 'close']);
  });

  it('is closed although a crash lost what its push service answered', async () => {
    const phone = await device(pushes.lisa);
    const crash = jest
      .spyOn(pushes.app.app.get(AlarmPushesRepository), 'record')
      .mockRejectedValueOnce(new Error('killed'));
    const alarm = await raise();
    await until('the crash', ARRIVES_MS, () => crash.mock.calls.length > 0);
    await end(alarm, 'false_alarm');
    await pushes.service.until(phone.subscription, 2);
    expect(kinds(phone)).toEqual(['alarm', 'close']);
  });

  it('of a later step is closed when it was recorded after the closing', async () => {
    const phone = await device(pushes.lisa);
    const alarm = await raise();
    await recorded(alarm, `result = 'sent'`);
    jest.replaceProperty(pushes.app.app.get(PushSender), 'timeoutMs', 1_500);
    phone.subscription.behaviour = 'hang';
    const running = run(alarm, 1);
    await pushes.service.until(phone.subscription, 2);
    phone.subscription.behaviour = { status: 201 };
    await end(alarm, 'false_alarm');
    await pushes.service.until(phone.subscription, 3);
    await running;
    await pushes.service.until(phone.subscription, 4);
    expect(kinds(phone)).toEqual(['alarm', 'alarm', 'close', 'close']);
  });
});
