import { Type } from 'class-transformer';
import { IsIn, IsInt, IsISO8601, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { ALARM_TYPES, type AlarmType } from '../../contract/alarm.js';
import { IsPageCursor } from '../../platform/input/fields.js';

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

  @IsOptional()
  @IsISO8601({ strict: true })
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
