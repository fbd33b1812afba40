import { Type } from 'class-transformer';
import { Allow, IsObject, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import { INVALID_FIELD } from '../../contract/check-text.js';
import { IdField, MayBeMissing } from '../../platform/input/fields.js';

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
