import { ArrayMaxSize, IsArray, IsIn, IsString, IsUUID, MaxLength } from 'class-validator';
import {
  KIOSK_RULES,
  KIOSK_SHOWN_MAX,
  KIOSK_SOUNDS,
  type KioskSound,
} from '../../contract/kiosks.js';
import { IdField, IdParam, MayBeMissing, TextField } from '../../platform/input.js';

const TOKEN_MAX = 1_000;
const SECRET_MAX = 64;

export class PairingRef {
  @IdField()
  pairingId: string;
}

export class KioskRef extends IdParam {
  @IdField()
  kioskId: string;
}

export class KioskSecret {
  @IsString()
  @MaxLength(SECRET_MAX)
  secret: string;
}

export class RenameKiosk {
  @TextField(KIOSK_RULES.place)
  place: string;
}

export class PairKiosk extends RenameKiosk {
  @TextField(KIOSK_RULES.code)
  code: string;
}

export class ReportKiosk {
  @IsIn(KIOSK_SOUNDS)
  sound: KioskSound;

  @MayBeMissing()
  @IsString()
  @MaxLength(TOKEN_MAX)
  token?: string;

  @MayBeMissing()
  @IsArray()
  @ArrayMaxSize(KIOSK_SHOWN_MAX)
  @IsUUID('all', { each: true })
  shown?: string[];
}
