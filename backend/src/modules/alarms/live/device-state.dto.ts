import { IsBoolean, IsIn, IsString, MaxLength } from 'class-validator';
import {
  PUSH_STATES,
  SOUND_STATES,
  type DeviceStateRequest,
  type PushState,
  type SoundState,
} from '../../../contract/devices.js';
import { MayBeMissing } from '../../../platform/input/fields.js';

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
