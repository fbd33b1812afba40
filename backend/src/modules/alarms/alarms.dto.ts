import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import {
  ALARM_TEXTS,
  ALARM_TYPES,
  OUTCOMES,
  RECEIPT_LEVELS,
  RESPONSE_KINDS,
  type AlarmType,
  type Outcome,
  type ReceiptLevel,
  type ResponseKind,
} from '../../contract/alarm.js';
import {
  AlarmText,
  IdField,
  IsPageCursor,
  IsTime,
  MayBeMissing,
  TextField,
} from '../../platform/input.js';

/** PostgreSQL's greatest integer. */
export const SEQ_MAX = 2_147_483_647;
const EPOCH_MAX = 64;

/** A switch of a press. Null counts as missing, because nothing optional costs the alarm. */
const Switch = (): PropertyDecorator => (target, property) => {
  Transform(({ value }: { value: unknown }) => value ?? undefined)(target, property);
  IsOptional()(target, property);
  IsBoolean()(target, property);
};

export class AlarmRef {
  @IdField()
  alarmId: string;
}

export class HandoverRef {
  @IsString()
  token: string;
}

export class RaiseAlarm {
  @IdField()
  alarmId: string;

  @IsIn(ALARM_TYPES)
  type: AlarmType;

  @Switch()
  exercise?: boolean;

  @AlarmText(ALARM_TEXTS.place)
  place?: string;

  @AlarmText(ALARM_TEXTS.note)
  note?: string;

  @Switch()
  separate?: boolean;
}

export class RaiseAlarmMessage extends RaiseAlarm {
  @IdField()
  buildingId: string;
}

export class AmendAlarm {
  @TextField(ALARM_TEXTS.place, { emptyClears: true })
  place?: string;

  @TextField(ALARM_TEXTS.note, { emptyClears: true })
  note?: string;
}

export class RespondToAlarm {
  @IsIn(RESPONSE_KINDS)
  response: ResponseKind;

  @AlarmText(ALARM_TEXTS.place)
  place?: string;

  @MayBeMissing()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  turn?: number;
}

export class RespondToAlarmMessage extends RespondToAlarm {
  @IdField()
  alarmId: string;
}

export class MuteAlarm {
  @IsBoolean()
  muted: boolean;
}

export class MuteAlarmMessage extends MuteAlarm {
  @IdField()
  alarmId: string;
}

export class EndAlarm {
  @IsIn(OUTCOMES)
  outcome: Outcome;
}

export class EndAlarmMessage extends EndAlarm {
  @IdField()
  alarmId: string;
}

export class ReceiptBody {
  @IdField()
  deviceId: string;

  @IsIn(RECEIPT_LEVELS)
  level: ReceiptLevel;

  @MayBeMissing()
  @IsTime()
  helpAt?: string;
}

export class ReceiptMessage extends ReceiptBody {
  @IdField()
  alarmId: string;
}

export class RenewToken {
  @IsString()
  token: string;
}

export class EventsQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(SEQ_MAX)
  after?: number;

  @IsOptional()
  @IsString()
  @MaxLength(EPOCH_MAX)
  epoch?: string;

  @IsOptional()
  @IsTime()
  at?: string;
}

export class HistoryQuery {
  @IsOptional()
  @IsPageCursor()
  before?: string;

  @IsOptional()
  @IsIn(ALARM_TYPES)
  type?: AlarmType;

  /** `true` selects exercises only, `false` real alarms only; both when it is missing. */
  @IsOptional()
  @IsIn(['true', 'false'])
  exercise?: 'true' | 'false';
}
