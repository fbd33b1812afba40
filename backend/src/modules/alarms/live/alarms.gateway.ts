import { Inject, UseInterceptors, UsePipes } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  OnGatewayConnection,
  OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { Alarm, AlarmResponse, Mute, RaiseResult } from '../../../contract/alarm.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { AckInterceptor } from '../../../platform/realtime/ack.interceptor.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { LOGGER } from '../../../platform/tokens.js';
import { createValidationPipe } from '../../../platform/input/validation.js';
import { AuthService } from '../../auth/auth.service.js';
import { PersonalEvents } from '../responses/personal-events.js';
import {
  EndAlarmMessage,
  NoteReceiptMessage,
  MuteAlarmMessage,
  RaiseAlarmMessage,
  RenewToken,
  RespondToAlarmMessage,
} from '../alarms.dto.js';
import { AlarmsService } from '../alarms.service.js';
import { MutesService } from '../responses/mutes.service.js';
import { ReceiptsService } from '../responses/receipts.service.js';
import { ResponsesService } from '../responses/responses.service.js';
import type { AlarmServer, AlarmSocket } from './socket.js';
import { ConnectionAdmission } from './connection-admission.js';
import { ShutdownNotice } from './shutdown-notice.js';
import { ConnectionSweeper } from './connection-sweeper.js';
import { StreamPump } from './pump.js';

@WebSocketGateway()
@UseInterceptors(AckInterceptor)
@UsePipes(createValidationPipe())
export class AlarmsGateway implements OnGatewayInit, OnGatewayConnection {
  constructor(
    private readonly alarms: AlarmsService,
    private readonly responses: ResponsesService,
    private readonly receipts: ReceiptsService,
    private readonly mutes: MutesService,
    private readonly auth: AuthService,
    private readonly admission: ConnectionAdmission,
    private readonly pump: StreamPump,
    private readonly personalEvents: PersonalEvents,
    private readonly sweeper: ConnectionSweeper,
    private readonly shutdownNotice: ShutdownNotice,
    private readonly signals: ChangeSignals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  afterInit(server: AlarmServer): void {
    const { admission, pump, personalEvents, sweeper, shutdownNotice } = this;
    for (const part of [admission, pump, personalEvents, sweeper, shutdownNotice])
      part.connect(server);
    this.signals.connect(server);
  }

  /** Nest neither awaits nor catches this: what got out of it would end the process. */
  async handleConnection(socket: AlarmSocket): Promise<void> {
    try {
      await this.admission.welcome(socket);
    } catch (error) {
      this.logger.error({ err: error }, 'connection failed');
      socket.conn.close();
    }
  }

  @SubscribeMessage('alarm:raise')
  async raise(
    @ConnectedSocket() socket: AlarmSocket,
    @MessageBody() { buildingId, ...input }: RaiseAlarmMessage,
  ): Promise<RaiseResult> {
    const { isNew: _, ...answer } = await this.alarms.raise(socket.data.actor, buildingId, input);
    return answer;
  }

  @SubscribeMessage('alarm:respond')
  async respond(
    @ConnectedSocket() socket: AlarmSocket,
    @MessageBody() { alarmId, ...input }: RespondToAlarmMessage,
  ): Promise<{ answer: AlarmResponse }> {
    return { answer: await this.responses.respond(socket.data.actor, alarmId, input) };
  }

  @SubscribeMessage('alarm:end')
  async end(
    @ConnectedSocket() socket: AlarmSocket,
    @MessageBody() { alarmId, outcome }: EndAlarmMessage,
  ): Promise<{ alarm: Alarm }> {
    return { alarm: await this.alarms.end(socket.data.actor, alarmId, outcome) };
  }

  @SubscribeMessage('alarm:receipt')
  async receipt(
    @ConnectedSocket() socket: AlarmSocket,
    @MessageBody() { alarmId, ...receipt }: NoteReceiptMessage,
  ): Promise<object> {
    await this.receipts.note(socket.data.actor, alarmId, receipt);
    return {};
  }

  @SubscribeMessage('alarm:mute')
  async mute(
    @ConnectedSocket() socket: AlarmSocket,
    @MessageBody() { alarmId, muted }: MuteAlarmMessage,
  ): Promise<{ mute: Mute }> {
    return { mute: await this.mutes.note(socket.data.actor, alarmId, muted) };
  }

  /** A fresh access token for a connection that stays: of the same person and sign-in. */
  @SubscribeMessage('auth:renew')
  async renew(
    @ConnectedSocket() socket: AlarmSocket,
    @MessageBody() { token }: RenewToken,
  ): Promise<object> {
    const { actor, tokenEndsAtMs } = await this.auth.authenticate(token);
    if (actor.userId !== socket.data.actor.userId) throw new AppError('auth.required');
    Object.assign(socket.data, { actor, tokenEndsAtMs });
    return {};
  }
}
