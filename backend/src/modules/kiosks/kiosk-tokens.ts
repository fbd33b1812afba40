import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import jsonwebtoken from 'jsonwebtoken';
import { TIMES } from '../../contract/limits.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { AppError } from '../../platform/errors/app-error.js';
import { KEY_BYTES } from '../../platform/secret-keys.js';
import { CONFIG } from '../../platform/tokens.js';

const TYPE = 'kiosk';

/** A display, and the building whose alarms it may show. */
export interface KioskClaims {
  kioskId: string;
  buildingId: string;
  expiresAt: Date;
}

/**
 * Signs and checks the tokens of displays. Type, key and algorithm differ from those of access tokens,
 * so neither passes for the other (RFC 8725).
 */
@Injectable()
export class KioskTokens {
  private readonly key: KeyObject;
  private readonly issuer: string;

  constructor(
    @Inject(CONFIG) { publicUrl, secrets }: Config,
    private readonly clock: Clock,
  ) {
    const key = hkdfSync('sha256', secrets.refreshKey, '', 'kiosk token', KEY_BYTES);
    this.key = createSecretKey(Buffer.from(key));
    this.issuer = publicUrl;
  }

  sign(kioskId: string, buildingId: string): { token: string; expiresAt: string } {
    const exp = Math.floor(this.clock.in(TIMES.accessTokenMs).getTime() / 1000);
    const token = jsonwebtoken.sign({ exp }, this.key, {
      algorithm: 'HS256',
      header: { alg: 'HS256', typ: TYPE },
      issuer: this.issuer,
      audience: buildingId,
      subject: kioskId,
      noTimestamp: true,
    });
    return { token, expiresAt: new Date(exp * 1000).toISOString() };
  }

  /** @throws AppError auth.required when the token is forged, expired or of another kind */
  verify(token: string): KioskClaims {
    const { sub, aud, exp } = this.claimsOf(token);
    const isComplete = typeof sub === 'string' && typeof aud === 'string' && exp !== undefined;
    // The library uses the machine's clock.
    if (!isComplete || exp * 1000 <= this.clock.now().getTime()) {
      throw new AppError('auth.required');
    }
    return { kioskId: sub, buildingId: aud, expiresAt: new Date(exp * 1000) };
  }

  private claimsOf(token: string): jsonwebtoken.JwtPayload {
    try {
      const header = jsonwebtoken.decode(token, { complete: true })?.header;
      if (header?.typ !== TYPE) throw new AppError('auth.required');
      return jsonwebtoken.verify(token, this.key, {
        algorithms: ['HS256'],
        issuer: this.issuer,
        ignoreExpiration: true,
      }) as jsonwebtoken.JwtPayload;
    } catch {
      throw new AppError('auth.required');
    }
  }
}
