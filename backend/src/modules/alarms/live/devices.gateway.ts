import { Inject, UseInterceptors, UsePipes } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { DeviceStateResult } from '../../../contract/devices.js';
import { createValidationPipe } from '../../../platform/input/validation.js';
import { AckInterceptor } from '../../../platform/realtime/ack.interceptor.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { EventDispatcher } from '../../../platform/realtime/fast/event-dispatcher.js';
import { QuickCheck } from '../../../platform/realtime/fast/quick-check.js';
import { personRoom } from '../../../platform/realtime/rooms.js';
import { BUILD, IO } from '../../../platform/tokens.js';
import { PresenceService } from '../../buildings/devices/presence.service.js';
import { checkDeviceState } from './checks/check-device-state.js';
import { DeviceStateMessage } from './device-state.dto.js';
import { socketsIn, type AlarmServer, type AlarmSocket } from './socket.js';

/** Receives what tabs report about their device. */
@WebSocketGateway()
@UseInterceptors(AckInterceptor)
@UsePipes(createValidationPipe())
export class DevicesGateway implements OnGatewayDisconnect {
  constructor(
    private readonly presence: PresenceService,
    signals: ChangeSignals,
    events: EventDispatcher,
    @Inject(IO) private readonly io: AlarmServer,
    @Inject(BUILD) private readonly build: string,
  ) {
    events.register(this);
    signals.subscribe('device', (id) => this.close(id));
  }

  handleDisconnect(socket: AlarmSocket): void {
    const { actor, deviceId } = socket.data;
    this.presence.leave(socket.id, { userId: actor.userId, deviceId });
  }

  @SubscribeMessage('device:state')
  @QuickCheck(checkDeviceState)
  async report(
    @ConnectedSocket() socket: AlarmSocket,
    @MessageBody() { sound, push, tested }: DeviceStateMessage,
  ): Promise<DeviceStateResult> {
    // The client may have disconnected meanwhile; no second disconnect event will come.
    if (!socket.connected) return { build: this.build, testedAt: null };
    const { actor, deviceId } = socket.data;
    const userAgent = socket.handshake.headers['user-agent'];
    const report = { userId: actor.userId, deviceId, userAgent, sound, push };
    const testedAt = await this.presence.report(socket.id, report, tested);
    return { build: this.build, testedAt: testedAt?.toISOString() ?? null };
  }

  /** Disconnects a removed device; it registers again when it reconnects. */
  private close(id: string): void {
    const [userId = '', deviceId = ''] = id.split(' ');
    for (const socket of socketsIn(this.io, personRoom(userId))) {
      if (socket.data.deviceId === deviceId) socket.disconnect(true);
    }
  }
}
