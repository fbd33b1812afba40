import { Inject, Injectable } from '@nestjs/common';
import { TIMES } from '../../contract/limits.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { AppError } from '../../platform/errors/app-error.js';
import { SignedTokens } from '../../platform/signed-tokens.js';
import { CONFIG } from '../../platform/tokens.js';

/** A display, and the building whose alarms it may show. */
export interface KioskClaims {
  kioskId: string;
  buildingId: string;
  expiresAt: Date;
}

/** Signs and checks the tokens of displays. */
@Injectable()
export class KioskTokens {
  private readonly tokens: SignedTokens;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly clock: Clock,
  ) {
    this.tokens = new SignedTokens({ type: 'kiosk', purpose: 'kiosk token' }, config, clock);
  }

  sign(kioskId: string, buildingId: string): { token: string; expiresAt: string } {
    const expiresAt = this.clock.in(TIMES.accessTokenMs);
    expiresAt.setMilliseconds(0);
    const token = this.tokens.sign({ subject: kioskId, audience: buildingId }, expiresAt);
    return { token, expiresAt: expiresAt.toISOString() };
  }

  /** @throws AppError auth.required when the token is forged, expired or of another kind */
  verify(token: string): KioskClaims {
    const { text, expiresAt, isOver } = this.tokens.read(token);
    if (isOver) throw new AppError('auth.required');
    return { kioskId: text('sub'), buildingId: text('aud'), expiresAt };
  }
}
