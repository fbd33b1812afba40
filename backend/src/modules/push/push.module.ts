import { Module } from '@nestjs/common';
import { AlarmsModule } from '../alarms/alarms.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { AlarmPushesRepository } from './alarms/alarm-pushes.repository.js';
import { AlarmPushesService } from './alarms/alarm-pushes.service.js';
import { NoticePushesService } from './notices/notice-pushes.service.js';
import { PushController } from './push.controller.js';
import { PushSender, VapidHeaders } from './sending/push-sender.js';
import { SubscriptionRepository } from './subscriptions/subscription.repository.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';

@Module({
  imports: [AlarmsModule, AuthModule, BuildingsModule],
  controllers: [PushController],
  providers: [
    AlarmPushesRepository,
    AlarmPushesService,
    NoticePushesService,
    PushSender,
    SubscriptionRepository,
    SubscriptionsService,
    VapidHeaders,
  ],
})
export class PushModule {}
