import { randomUUID } from 'node:crypto';
import type { AlarmResponse, RaiseResult, ResponseKind, Sync } from '../../src/contract/alarm.js';
import type { RespondRequest } from '../../src/contract/events.js';
import { StreamWriter } from '../../src/modules/alarms/stream/stream-writer.repository.js';
import { ResponsesService } from '../../src/modules/alarms/responses/responses.service.js';
import type { Actor } from '../../src/modules/auth/actor.js';
import type { AppError } from '../../src/platform/errors/app-error.js';
import { useBuilding } from '../support/building.js';
import { call, signIn, type Person } from '../support/client.js';
import { holdStream, mayIdle, untilWaiting } from '../support/lock-waits.js';

/** Requests may arrive in another order than the presses: the newer press counts. */

const building = useBuilding();

type Send = (alarmId: string, response: ResponseKind, turn?: number) => Promise<AlarmResponse>;

/** Lisa's two ways to respond. */
async function ways(): Promise<Record<'HTTP' | 'the socket', Send>> {
  const { lisa } = building;
  const { socket } = await building.open(lisa);
  return {
    HTTP: async (alarmId, response, turn) => {
      const request = { token: lisa.token, body: { response, turn } };
      const path = `POST /alarms/${alarmId}/responses`;
      return (await call<AlarmResponse>(building.app, path, request)).body;
    },
    'the socket': async (alarmId, response, turn) => {
      const body = { alarmId, response, ...(turn !== undefined && { turn }) };
      const ack = await socket.emitWithAck('alarm:respond', body);
      if (!ack.ok) throw new Error(ack.error.code);
      return ack.answer;
    },
  };
}

async function raise({ buildingId, token }: Person): Promise<string> {
  const body = { alarmId: randomUUID(), type: 'fire', separate: true };
  const path = `POST /buildings/${buildingId}/alarms`;
  return (await call<RaiseResult>(building.app, path, { token, body })).body.alarm.id;
}

/** Lisa's saved response, and whether all members see her call for help. */
async function saved(alarmId: string) {
  const { lisa } = building;
  const path = `GET /buildings/${lisa.buildingId}/events`;
  const { body } = await call<Sync>(building.app, path, lisa);
  const alarm = body.active.find(({ id }) => id === alarmId);
  const answer = body.answers.find((one) => one.alarmId === alarmId);
  return { response: answer?.response, isCalling: (alarm?.needHelp.length ?? 0) > 0 };
}

describe.each(['HTTP', 'the socket'] as const)('over %s', (way) => {
  it.each<[ResponseKind, ResponseKind]>([
    ['safe', 'need_help'],
    ['need_help', 'safe'],
    ['coming', 'cannot_come'],
  ])('a late "%s" does not overtake the newer "%s"', async (older, newer) => {
    const send = (await ways())[way];
    const alarmId = await raise(building.karl);
    await send(alarmId, newer, 1_002);
    const answer = await send(alarmId, older, 1_001);
    expect(answer).toMatchObject({ alarmId, response: newer, turn: 1_002 });
    const now = { response: newer, isCalling: newer === 'need_help' };
    expect(await saved(alarmId)).toEqual(now);
    // The same press once more, as a retry sends it.
    expect(await send(alarmId, newer, 1_002)).toMatchObject({ response: newer });
    expect(await saved(alarmId)).toEqual(now);
  });

  it('a newer press replaces an older one, and so does one without a counter', async () => {
    const send = (await ways())[way];
    const alarmId = await raise(building.karl);
    await send(alarmId, 'need_help', 1_001);
    await send(alarmId, 'safe', 1_002);
    expect(await saved(alarmId)).toEqual({ response: 'safe', isCalling: false });
    await send(alarmId, 'need_help');
    expect(await saved(alarmId)).toEqual({ response: 'need_help', isCalling: true });
    await send(alarmId, 'coming', 1_001);
    expect(await saved(alarmId)).toEqual({ response: 'need_help', isCalling: true });
  });
});

it('answers each of a crowd by its own rights, and saves the newer of two at once', async () => {
  const { app, anna, karl, lisa } = building;
  const [alarmId, ended] = [await raise(karl), await raise(anna)];
  await call(app, `POST /alarms/${ended}/end`, {
    token: anna.token,
    body: { outcome: 'resolved' },
  });
  const stranger = await signIn(app, 'otto');
  const responses = app.app.get(ResponsesService);
  const send = ({ userId }: Person, to: string, request: RespondRequest) =>
    responses.respond({ userId } as Actor, to, request).then(
      ({ response }) => response,
      (error: AppError) => error.code,
    );
  // The first one is saved at once, and the others together after it.
  const answers = await Promise.all([
    send(karl, alarmId, { response: 'coming' }),
    send(lisa, alarmId, { response: 'safe', turn: 1_002 }),
    send(lisa, alarmId, { response: 'coming', turn: 1_001 }),
    send(stranger, alarmId, { response: 'safe' }),
    send(anna, ended, { response: 'safe' }),
    send(anna, alarmId, { response: 'coming' }),
  ]);
  expect(answers).toEqual([
    ...['coming', 'safe', 'safe', 'alarm.not_found', 'alarm.over', 'coming'],
  ]);
  expect(await saved(alarmId)).toEqual({ response: 'safe', isCalling: false });
});

describe('two responses in the same moment', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['a newer "safe"', 1_002],
    ['a "safe" without a counter', undefined],
  ])('%s ends a call for help whose commit it waits for', async (_case, turn) => {
    const { database } = building.app;
    const send = (await ways()).HTTP;
    const alarmId = await raise(building.karl);
    await send(alarmId, 'need_help', 1_001);
    const [call] = await database.query<object[]>('table alarm_responses');
    await database.query('delete from alarm_responses');
    // The row comes again in a transaction, as if the call had not been committed yet.
    const saving = database.createQueryRunner();
    await saving.startTransaction();
    await mayIdle(saving);
    await saving.query(
      'insert into alarm_responses select * from jsonb_populate_record(null::alarm_responses, $1)',
      [JSON.stringify(call)],
    );
    const answered = send(alarmId, 'safe', turn);
    await untilWaiting(database, 1);
    await saving.commitTransaction();
    await saving.release();
    expect(await answered).toMatchObject({ alarmId, response: 'safe' });
    expect(await saved(alarmId)).toEqual({ response: 'safe', isCalling: false });
  });

  it('a "safe" that is saved while an older call for help is decided on stays', async () => {
    const send = (await ways()).HTTP;
    const alarmId = await raise(building.karl);
    const writer = building.app.app.get(StreamWriter);
    const read = writer.read.bind(writer);
    jest.spyOn(writer, 'read').mockImplementationOnce(async (request) => {
      const state = await read(request);
      await send(alarmId, 'safe', 1_002);
      return state;
    });
    const answer = await send(alarmId, 'need_help', 1_001);
    expect(answer).toMatchObject({ alarmId, response: 'safe', turn: 1_002 });
    expect(await saved(alarmId)).toEqual({ response: 'safe', isCalling: false });
  });

  it('a "safe" that is saved while an older call for help waits to be written stays', async () => {
    const { app, karl, lisa } = building;
    const send = (await ways()).HTTP;
    const alarmId = await raise(karl);
    // The call is tried once without waiting, and then waits for the row of the stream.
    const release = await holdStream(app.database, lisa.buildingId);
    const called = send(alarmId, 'need_help', 1_001);
    await untilWaiting(app.database, 1);
    await send(alarmId, 'safe', 1_002);
    await release();
    expect(await called).toMatchObject({ alarmId, response: 'safe', turn: 1_002 });
    expect(await saved(alarmId)).toEqual({ response: 'safe', isCalling: false });
  });
});
