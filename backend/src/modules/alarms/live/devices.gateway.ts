import { Inject } from '@nestjs/common';
import {
  OnGatewayConnection,
  OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import { IsBoolean, IsIn, IsString, MaxLength } from 'class-validator';
import {
  PUSH_STATES,
  SOUND_STATES,
  type DeviceStateRequest,
  type DeviceStateResult,
  type PushState,
  type SoundState,
} from '../../../contract/devices.js';
import { ERRORS } from '../../../contract/errors.js';
import { AppError, codeOf } from '../../../platform/errors/app-error.js';
import type { Logger } from '../../../platform/logging.js';
import { PersonLimits } from '../../../platform/limits/person-limits.js';
import { MayBeMissing, validated } from '../../../platform/input.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { EventDispatcher } from '../../../platform/realtime/event-dispatcher.js';
import { personRoom } from '../../../platform/realtime/local-broadcast.js';
import { BUILD, IO, LOGGER } from '../../../platform/tokens.js';
import { PresenceService } from '../../buildings/devices/presence.service.js';
import { ALARM_LIMITS } from '../model/alarm-limits.js';
import { socketsIn, type AlarmServer, type AlarmSocket } from './socket.js';

const BUILD_MAX = 64;

export class DeviceStateMessage implements DeviceStateRequest {
  @IsIn(SOUND_STATES)
  sound: SoundState;

  @IsIn(PUSH_STATES)
  push: PushState;

  @IsBoolean()
  visible: boolean;

  @IsString()
  @MaxLength(BUILD_MAX)
  build: string;

  @MayBeMissing()
  @IsBoolean()
  tested?: boolean;
}

/** Receives what tabs report about their device. */
@WebSocketGateway()
export class DevicesGateway implements OnGatewayConnection, OnGatewayDisconnect {
  constructor(
    private readonly presence: PresenceService,
    private readonly limits: PersonLimits,
    signals: ChangeSignals,
    events: EventDispatcher,
    @Inject(IO) private readonly io: AlarmServer,
    @Inject(BUILD) private readonly build: string,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    events.register(this);
    signals.subscribe('device', (id) => this.close(id));
  }

  /**
   * Takes the state that a tab gives in its handshake. A tab whose state is not accepted sends
   * `device:state` instead. Nest neither awaits nor catches this.
   */
  async handleConnection(socket: AlarmSocket): Promise<void> {
    try {
      const { state: given } = socket.handshake.auth as { state?: unknown };
      const { userId } = socket.data.actor;
      const isTaken =
        given !== undefined && (await this.limits.allows(ALARM_LIMITS.device, userId));
      if (!isTaken) return;
      const state = await validated(DeviceStateMessage, given);
      // The time of a test is in the answer to the event.
      if (state.tested !== undefined) throw new AppError('request.invalid');
      const saved = this.save(socket, state);
      socket.emit('device:accepted', { build: this.build });
      await saved;
    } catch (error) {
      const code = codeOf(error);
      const line = { code, userId: socket.data.actor.userId };
      if (ERRORS[code].status >= 500) this.logger.warn({ ...line, err: error }, 'device not saved');
      else this.logger.info(line, 'device refused');
      socket.emit('device:refused');
    }
  }

  handleDisconnect(socket: AlarmSocket): void {
    const { actor, deviceId } = socket.data;
    this.presence.leave(socket.id, { userId: actor.userId, deviceId });
  }

  @SubscribeMessage('device:state')
  async report(socket: AlarmSocket, state: DeviceStateMessage): Promise<DeviceStateResult> {
    const testedAt = await this.save(socket, state);
    return { build: this.build, testedAt: testedAt?.toISOString() ?? null };
  }

  private async save(
    socket: AlarmSocket,
    { sound, push, tested }: DeviceStateMessage,
  ): Promise<Date | null> {
    // The client may have disconnected meanwhile; no second disconnect event will come.
    if (!socket.connected) return null;
    const { actor, deviceId } = socket.data;
    const userAgent = socket.handshake.headers['user-agent'];
    const report = { userId: actor.userId, deviceId, userAgent, sound, push };
    return this.presence.report(socket.id, report, tested);
  }

  /** Disconnects a removed device; it registers again when it reconnects. */
  private close(id: string): void {
    const [userId = '', deviceId = ''] = id.split(' ');
    for (const socket of socketsIn(this.io, personRoom(userId))) {
      if (socket.data.deviceId === deviceId) socket.disconnect(true);
    }
  }
}
