import { Inject, UseInterceptors, UsePipes } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  OnGatewayDisconnect,
  OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { DeviceStateResult } from '../../../contract/devices.js';
import { AckInterceptor } from '../../../platform/realtime/ack.interceptor.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { BUILD } from '../../../platform/tokens.js';
import { createValidationPipe } from '../../../platform/input/validation.js';
import { PresenceService } from '../../buildings/devices/presence.service.js';
import { DeviceStateMessage } from './device-state.dto.js';
import { ReadinessBroadcaster } from './readiness-broadcaster.js';
import { personRoom } from '../../../platform/realtime/rooms.js';
import type { AlarmServer, AlarmSocket } from './socket.js';

/** What tabs say of themselves, and what that makes of their house. */
@WebSocketGateway()
@UseInterceptors(AckInterceptor)
@UsePipes(createValidationPipe())
export class DevicesGateway implements OnGatewayInit, OnGatewayDisconnect {
  private server: AlarmServer | undefined;

  constructor(
    private readonly presence: PresenceService,
    private readonly readiness: ReadinessBroadcaster,
    signals: ChangeSignals,
    @Inject(BUILD) private readonly build: string,
  ) {
    signals.subscribe('device', (id) => this.close(id));
  }

  afterInit(server: AlarmServer): void {
    this.server = server;
    this.readiness.connect(server);
  }

  handleDisconnect(socket: AlarmSocket): void {
    this.presence.leave(socket.id);
  }

  @SubscribeMessage('device:state')
  async note(
    @ConnectedSocket() socket: AlarmSocket,
    @MessageBody() { sound, push, tested }: DeviceStateMessage,
  ): Promise<DeviceStateResult> {
    // What was checked before this took a moment, and nobody would tell of a second end.
    if (!socket.connected) return { build: this.build, testedAt: null };
    const { actor, deviceId } = socket.data;
    const userAgent = socket.handshake.headers['user-agent'];
    const report = { userId: actor.userId, deviceId, userAgent, sound, push };
    const testedAt = await this.presence.report(socket.id, report, tested);
    return { build: this.build, testedAt: testedAt?.toISOString() ?? null };
  }

  /** A forgotten device: what it is from now on, it says when it comes back. */
  private close(id: string): void {
    const [userId = '', deviceId = ''] = id.split(' ');
    const here = this.server?.of('/');
    for (const socketId of here?.adapter.rooms.get(personRoom(userId)) ?? []) {
      const socket = here?.sockets.get(socketId);
      if (socket?.data.deviceId === deviceId) socket.disconnect(true);
    }
  }
}
