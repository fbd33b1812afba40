import { OnGatewayConnection, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import type { Alarm, AlarmResponse, Mute, RaiseResult } from '../../../contract/alarm.js';
import { Limited } from '../../../platform/limits/person-limits.js';
import { deadlineOf } from '../../../platform/load/press-queue.js';
import { EventDispatcher, OutageCode } from '../../../platform/realtime/event-dispatcher.js';
import {
  EndAlarmMessage,
  MuteAlarmMessage,
  RaiseAlarmMessage,
  ReceiptMessage,
  RenewToken,
  RespondToAlarmMessage,
} from '../alarms.dto.js';
import { AlarmsService } from '../alarms.service.js';
import { ALARM_LIMITS } from '../model/alarm-limits.js';
import { ReceiptsService } from '../responses/receipts.service.js';
import { ResponsesService } from '../responses/responses.service.js';
import { ConnectionAdmission } from './connection-admission.js';
import { Handshake } from './handshake.js';
import type { AlarmSocket } from './socket.js';

/** Handles the socket events with which members raise alarms and act on them. */
@WebSocketGateway()
export class AlarmsGateway implements OnGatewayConnection {
  constructor(
    private readonly alarms: AlarmsService,
    private readonly responses: ResponsesService,
    private readonly receipts: ReceiptsService,
    private readonly handshake: Handshake,
    private readonly admission: ConnectionAdmission,
    events: EventDispatcher,
  ) {
    events.register(this);
  }

  /** Nest neither awaits nor catches this: an error that escaped `admit` would end the process. */
  handleConnection(socket: AlarmSocket): Promise<void> {
    return this.admission.admit(socket);
  }

  @SubscribeMessage('alarm:raise')
  @OutageCode('alarm.not_kept')
  async raise(
    socket: AlarmSocket,
    { buildingId, ...input }: RaiseAlarmMessage,
    arrivedMs: number,
  ): Promise<RaiseResult> {
    const { actor } = socket.data;
    const deadlineMs = deadlineOf(arrivedMs);
    const { isNew: _, ...result } = await this.alarms.raise(actor, buildingId, input, deadlineMs);
    return result;
  }

  @SubscribeMessage('alarm:respond')
  async respond(
    socket: AlarmSocket,
    { alarmId, ...input }: RespondToAlarmMessage,
  ): Promise<{ answer: AlarmResponse }> {
    return { answer: await this.responses.respond(socket.data.actor, alarmId, input) };
  }

  @SubscribeMessage('alarm:end')
  @Limited(ALARM_LIMITS.end)
  async end(socket: AlarmSocket, { alarmId, outcome }: EndAlarmMessage): Promise<{ alarm: Alarm }> {
    return { alarm: await this.alarms.end(socket.data.actor, alarmId, outcome) };
  }

  @SubscribeMessage('alarm:receipt')
  receipt(socket: AlarmSocket, receipt: ReceiptMessage): Promise<void> {
    return this.receipts.record(socket.data.actor, receipt.alarmId, receipt);
  }

  @SubscribeMessage('alarm:mute')
  @Limited(ALARM_LIMITS.mute)
  async mute(socket: AlarmSocket, { alarmId, muted }: MuteAlarmMessage): Promise<{ mute: Mute }> {
    return { mute: await this.responses.setMute(socket.data.actor, alarmId, muted) };
  }

  @SubscribeMessage('auth:renew')
  async renew(socket: AlarmSocket, { token }: RenewToken): Promise<object> {
    await this.handshake.renew(socket, token);
    return {};
  }
}
