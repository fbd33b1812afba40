import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Inject,
  Param,
  Post,
  UseGuards,
} from '@nestjs/common';
import type { PushKey, PushTest, SavedPushSubscription } from '../../contract/push.js';
import type { Config } from '../../platform/config.js';
import { bearerOf } from '../../platform/http/request-headers.js';
import { IdParam } from '../../platform/input/fields.js';
import { Limited, type Limit } from '../../platform/limits/person-limits.js';
import { CONFIG } from '../../platform/tokens.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { PushTestRef, SavePushSubscription, TestPushes } from './push.dto.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';
import { TestPushesService } from './subscriptions/test-pushes.service.js';

/** A push service stops serving whoever sends too much. */
const TEST_LIMIT: Limit = {
  name: 'push test',
  count: 6,
  windowS: 60,
  code: 'request.rate_limited',
  atOnce: 2,
};

/** The push subscriptions of the signed-in user's devices, and their tests. */
@Controller('push')
export class PushController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly subscriptions: SubscriptionsService,
    private readonly tests: TestPushesService,
  ) {}

  @Get('key')
  @UseGuards(AccessGuard)
  key(): PushKey {
    return { key: this.config.secrets.vapidKeys.publicKey };
  }

  @Post('subscriptions')
  @UseGuards(AccessGuard)
  async save(
    @CurrentActor() actor: Actor,
    @Body() { deviceId, endpoint, keys }: SavePushSubscription,
    @Headers('user-agent') userAgent: string | undefined,
  ): Promise<SavedPushSubscription> {
    const subscription = { deviceId, endpoint, keys };
    return { id: await this.subscriptions.save(actor, subscription, userAgent) };
  }

  @Delete('subscriptions/:id')
  @UseGuards(AccessGuard)
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<void> {
    return this.subscriptions.remove(actor, id);
  }

  @Post('test')
  @UseGuards(AccessGuard)
  @Limited(TEST_LIMIT)
  @HttpCode(200)
  test(@CurrentActor() actor: Actor, @Body() { deviceId }: TestPushes): Promise<PushTest> {
    return this.tests.send(actor, deviceId);
  }

  /** Called by a service worker, which has no session: the push brought it a ticket. */
  @Post('test/:testId')
  @HttpCode(204)
  confirm(
    @Param() { testId }: PushTestRef,
    @Headers('authorization') authorization: string | undefined,
  ): Promise<void> {
    return this.tests.confirm(bearerOf(authorization), testId);
  }
}
