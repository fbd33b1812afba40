import { randomUUID } from 'node:crypto';
import type { RaiseResult } from '../../src/contract/alarm.js';
import type { Ack } from '../../src/contract/events.js';
import { ConnectionSweeper } from '../../src/modules/alarms/live/connection-sweeper.js';
import { StreamPump } from '../../src/modules/alarms/live/pump.js';
import { StreamWriter } from '../../src/modules/alarms/stream/stream-writer.repository.js';
import { ChangeSignals } from '../../src/platform/realtime/change-signals.js';
import { call, type Person, type Tab } from '../support/client.js';
import { holdStream, untilWaiting } from '../support/lock-waits.js';
import { useBuilding } from '../support/building.js';
import { followOnly } from '../support/signals.js';

const building = useBuilding();

const raise = (person: Person, body: object = {}) =>
  call<RaiseResult>(building.app, `POST /buildings/${building.karl.buildingId}/alarms`, {
    token: person.token,
    body: { alarmId: randomUUID(), type: 'fire', ...body },
  });

const removeLisa = () =>
  building.app.database.query(`update memberships set status = 'revoked' where id = $1`, [
    building.lisa.membershipId,
  ]);

describe('an alarm', () => {
  it('is emitted to every tab in the building, once and in order', async () => {
    const open3 = [
      await building.open(building.anna),
      await building.open(building.lisa),
      await building.open(building.lisa),
    ];
    const { body } = await raise(building.karl);
    await raise(building.lisa);
    await raise(building.anna, { type: 'other' });
    await call(building.app, `POST /alarms/${body.alarm.id}/end`, {
      token: building.anna.token,
      body: { outcome: 'resolved' },
    });
    for (const tab of open3) {
      await tab.until('alarm:event', 4);
      expect(tab.all('alarm:event').map(({ seq, kind }) => [seq, kind])).toEqual([
        [1, 'raised'],
        [2, 'witnessed'],
        [3, 'raised'],
        [4, 'resolved'],
      ]);
    }
  });

  it('can be raised, answered and ended over the socket', async () => {
    const sender = await building.open(building.karl);
    const neighbour = await building.open(building.lisa);
    const alarmId = randomUUID();
    const { buildingId } = building.karl;
    const raised: Ack = await sender.socket.emitWithAck('alarm:raise', {
      buildingId,
      alarmId,
      type: 'medical',
    });
    expect(raised).toMatchObject({ ok: true, seq: 1, merged: false, alarm: { id: alarmId } });
    await neighbour.until('alarm:event');
    const answered: Ack = await neighbour.socket.emitWithAck('alarm:respond', {
      alarmId,
      response: 'coming',
    });
    expect(answered).toMatchObject({ ok: true, answer: { alarmId, response: 'coming' } });
    expect(await sender.until('alarm:reach')).toMatchObject({
      alarmId,
      counts: { responded: 1, coming: 1 },
    });
    await neighbour.roundTrip();
    expect(neighbour.all('alarm:reach')).toEqual([]);
    const ended: Ack = await sender.socket.emitWithAck('alarm:end', {
      alarmId,
      outcome: 'false_alarm',
    });
    expect(ended).toMatchObject({ ok: true, alarm: { id: alarmId, status: 'cancelled' } });
    expect(await neighbour.until('alarm:event', 2)).toMatchObject({ kind: 'cancelled' });
  });

  it('is answered, muted and ended once when a tab sends the same by socket and HTTP', async () => {
    const sender = await building.open(building.karl);
    const neighbour = await building.open(building.lisa);
    const { body } = await raise(building.karl);
    const alarmId = body.alarm.id;
    const post = async ({ token }: Person, path: string, sent: object) =>
      (await call(building.app, `POST /alarms/${alarmId}/${path}`, { token, body: sent })).status;
    const [help, mute, end] = [
      { response: 'need_help', place: 'Vinden' },
      { muted: true },
      { outcome: 'resolved' },
    ] as const;
    await neighbour.socket.emitWithAck('alarm:respond', { alarmId, ...help });
    await neighbour.socket.emitWithAck('alarm:mute', { alarmId, ...mute });
    const statuses = [
      await post(building.lisa, 'responses', help),
      await post(building.lisa, 'mute', mute),
    ];
    await sender.socket.emitWithAck('alarm:end', { alarmId, ...end });
    statuses.push(await post(building.karl, 'end', end));
    expect(statuses).toEqual([200, 200, 200]);
    await neighbour.roundTrip();
    const kinds = neighbour.all('alarm:event').map(({ kind }) => kind);
    expect(kinds).toEqual(['raised', 'updated', 'resolved']);
    const [rows] = await building.app.database.query<[object]>(
      `select (select count(*)::int from alarm_responses) as responses,
              (select count(*)::int from alarm_mutes) as mutes`,
    );
    expect(rows).toEqual({ responses: 1, mutes: 1 });
  });

  it('is answered on every device of the member who responded, and on no other', async () => {
    const [first, second] = [
      await building.open(building.lisa),
      await building.open(building.lisa),
    ];
    const other = await building.open(building.anna);
    const { body } = await raise(building.karl);
    await call(building.app, `POST /alarms/${body.alarm.id}/responses`, {
      token: building.lisa.token,
      body: { response: 'safe' },
    });
    for (const tab of [first, second]) {
      expect(await tab.until('alarm:answered')).toMatchObject({ response: 'safe' });
    }
    await other.roundTrip();
    expect(other.all('alarm:answered')).toEqual([]);
  });

  it('is not sent to a member who was revoked a moment ago, with every signal lost', async () => {
    const revoked = await building.open(building.lisa);
    const member = await building.open(building.anna);
    await removeLisa();
    await raise(building.karl);
    await member.until('alarm:event');
    await revoked.until('building:left');
    await revoked.roundTrip();
    expect(revoked.all('alarm:event')).toEqual([]);
  });

  describe('during whose save a member is removed', () => {
    let removed: Tab;
    let member: Tab;

    beforeEach(async () => {
      removed = await building.open(building.lisa);
      member = await building.open(building.anna);
      // The pump now knows the members, and the next alarm need not be read back.
      await raise(building.karl, { type: 'medical' });
      await Promise.all([removed, member].map((tab) => tab.until('alarm:event')));
    });

    afterEach(() => jest.restoreAllMocks());

    /** The first alarm has arrived; a connection delivers in order. */
    async function expectNoOther(): Promise<void> {
      await member.until('alarm:event', 2);
      await removed.roundTrip();
      expect(removed.all('alarm:event')).toHaveLength(1);
      await removed.until('building:left');
    }

    it('is not sent to a member whose removal was committed while the press waited to be saved', async () => {
      const { database } = building.app;
      const release = await holdStream(database, building.karl.buildingId);
      const pressed = raise(building.karl);
      await untilWaiting(database, 1);
      await removeLisa();
      await release();
      expect((await pressed).status).toBe(201);
      await expectNoOther();
    });

    it('is not sent to a member whose removal this node learned of before the emit', async () => {
      // A NOTIFY would make the pump read before the removal.
      followOnly(building.app, ['process']);
      const writer = building.app.app.get(StreamWriter);
      const save = writer.save.bind(writer);
      jest.spyOn(writer, 'save').mockImplementationOnce(async (request) => {
        const saved = await save(request);
        // The database's answer arrives late, and the connections are reviewed even later.
        await removeLisa();
        building.app.app.get(ChangeSignals).publish('person', building.lisa.userId);
        return saved;
      });
      expect((await raise(building.karl)).status).toBe(201);
      await expectNoOther();
    });
  });

  it('is found by polling when no signal woke the pump', async () => {
    const tab = await building.open(building.lisa);
    jest.spyOn(building.app.app.get(StreamPump), 'wake').mockImplementation(() => undefined);
    await raise(building.karl);
    await tab.roundTrip();
    expect(tab.all('alarm:event')).toEqual([]);
    jest.restoreAllMocks();
    await building.app.app.get(StreamPump).poll();
    expect(await tab.until('alarm:event')).toMatchObject({ seq: 1 });
  });

  it('moves the head, which the server sends to tabs', async () => {
    const tab = await building.open(building.lisa);
    const { body } = await raise(building.karl);
    await building.app.app.get(ConnectionSweeper).emitHeads();
    expect(await tab.until('building:head')).toEqual({
      buildingId: building.karl.buildingId,
      epoch: body.epoch,
      seq: 1,
    });
  });
});
