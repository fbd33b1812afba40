import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import {
  ALARM_TYPES,
  OUTCOMES,
  RECEIPT_LEVELS,
  RESPONSES,
  type AlarmType,
  type Outcome,
  type ReceiptLevel,
  type Response,
} from '../../contract/alarm.js';
import { RULES } from '../../contract/limits.js';
import { TextField } from '../../platform/text-field.js';

export class AlarmRef {
  @IsUUID()
  alarmId: string;
}

export class RaiseAlarm {
  @IsUUID()
  alarmId: string;

  @IsIn(ALARM_TYPES)
  type: AlarmType;

  @IsOptional()
  @IsBoolean()
  exercise?: boolean;

  @TextField(RULES.alarm.place)
  place?: string;

  @TextField(RULES.alarm.note)
  note?: string;

  @IsOptional()
  @IsBoolean()
  separate?: boolean;
}

export class RaiseAlarmMessage extends RaiseAlarm {
  @IsUUID()
  buildingId: string;
}

export class RespondToAlarm {
  @IsIn(RESPONSES)
  response: Response;

  @TextField(RULES.alarm.place)
  place?: string;
}

export class RespondToAlarmMessage extends RespondToAlarm {
  @IsUUID()
  alarmId: string;
}

export class EndAlarm {
  @IsIn(OUTCOMES)
  outcome: Outcome;
}

export class EndAlarmMessage extends EndAlarm {
  @IsUUID()
  alarmId: string;
}

export class NoteReceipt {
  @IsUUID()
  deviceId: string;

  @IsIn(RECEIPT_LEVELS)
  level: ReceiptLevel;
}

export class NoteReceiptMessage extends NoteReceipt {
  @IsUUID()
  alarmId: string;
}

const SEQ_MAX = 2_147_483_647;
const EPOCH_MAX = 64;

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
}

/** A page's end: the time and the id of its last alarm. */
const CURSOR = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[0-9a-f-]{36}$/;

export class HistoryQuery {
  @IsOptional()
  @Matches(CURSOR)
  before?: string;

  @IsOptional()
  @IsIn(ALARM_TYPES)
  type?: AlarmType;
}

export class RenewToken {
  @IsString()
  token: string;
}
