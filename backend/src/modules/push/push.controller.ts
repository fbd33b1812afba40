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
import { Type } from 'class-transformer';
import { Allow, IsObject, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import { INVALID_FIELD } from '../../contract/check-text.js';
import type { PushKey, PushTest, SavedPushSubscription } from '../../contract/push.js';
import type { Config } from '../../platform/config.js';
import { bearerOf } from '../../platform/http/request-headers.js';
import { IdField, IdParam, MayBeMissing } from '../../platform/input.js';
import { Limited, limitOf } from '../../platform/limits/person-limits.js';
import { CONFIG } from '../../platform/tokens.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';

const BASE64URL = /^[A-Za-z0-9_-]{1,200}={0,2}$/;

class PushKeys {
  @Matches(BASE64URL, { message: INVALID_FIELD })
  p256dh: string;

  @Matches(BASE64URL, { message: INVALID_FIELD })
  auth: string;
}

/** The result of `PushSubscription.toJSON()`, with the device's id. */
export class SavePushSubscription {
  @IdField()
  deviceId: string;

  @IsString()
  @MaxLength(2_000)
  endpoint: string;

  @IsObject()
  @ValidateNested()
  @Type(() => PushKeys)
  keys: PushKeys;

  /** Browsers send it, mostly as null; the push service's answers count instead. */
  @Allow()
  expirationTime?: unknown;
}

export class TestPushes {
  @MayBeMissing()
  @IdField()
  deviceId?: string;
}

export class PushTestRef {
  @IdField()
  testId: string;
}

/** A push service stops serving whoever sends too much. */
const TEST_LIMIT = limitOf('push test', 6, { atOnce: 2 });

/** The push subscriptions of the signed-in user's devices, and their tests. */
@Controller('push')
export class PushController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  /** Returns the VAPID public key, with which a browser subscribes. */
  @Get('key')
  @UseGuards(AccessGuard)
  key(): PushKey {
    return { key: this.config.secrets.vapidKeys.publicKey };
  }

  /** Saves the push subscription of a device. A browser's service must be a known one. */
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

  /** Deletes a push subscription. */
  @Delete('subscriptions/:id')
  @UseGuards(AccessGuard)
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<void> {
    return this.subscriptions.remove(actor, id);
  }

  /** Sends a test push to one device of the user, or to all. */
  @Post('test')
  @UseGuards(AccessGuard)
  @Limited(TEST_LIMIT)
  @HttpCode(200)
  test(@CurrentActor() actor: Actor, @Body() { deviceId }: TestPushes): Promise<PushTest> {
    return this.subscriptions.sendTest(actor, deviceId);
  }

  /**
   * Confirms that a test push arrived. A service worker calls it, which has no session: the push
   * brought it a ticket.
   */
  @Post('test/:testId')
  @HttpCode(204)
  confirm(
    @Param() { testId }: PushTestRef,
    @Headers('authorization') authorization: string | undefined,
  ): Promise<void> {
    return this.subscriptions.confirmTest(bearerOf(authorization), testId);
  }
}
