import { createHash, createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import jsonwebtoken from 'jsonwebtoken';
import { TIMES } from '../../../contract/limits.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { LruMap } from '../../../platform/limits/lru-map.js';
import { CONFIG } from '../../../platform/tokens.js';

/** RFC 9068: distinguishes an access token from our other JWTs. */
const TYPE = 'at+jwt';
const AUDIENCE = 'resq';
/** About 600 bytes each. */
const REMEMBERED_TOKENS = 10_000;

export interface AccessClaims {
  /** The user's id. */
  sub: string;
  /** The session's id. */
  sid: string;
  /** Seconds since 1970. */
  exp: number;
}

/** Signs and checks access tokens: ES256 only, keys only from the configuration (RFC 8725). */
@Injectable()
export class AccessTokens {
  readonly verifyOptions;
  private readonly publicKeys: Map<string, KeyObject>;
  private readonly keyId: string;
  /** Signatures that held: returning tabs bring the same tokens again. */
  private readonly verified = new LruMap<string, AccessClaims>(REMEMBERED_TOKENS);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {
    const { signingKey, previousKeys } = config.secrets;
    const current = createPublicKey(signingKey);
    this.keyId = thumbprint(current);
    this.publicKeys = new Map([current, ...previousKeys].map((key) => [thumbprint(key), key]));
    this.verifyOptions = {
      algorithms: ['ES256' as const],
      issuer: config.publicUrl,
      audience: AUDIENCE,
      // The library uses the machine's clock; `accept` checks the expiry with `Clock`.
      ignoreExpiration: true,
    };
  }

  sign(userId: string, sessionId: string): { accessToken: string; expiresAt: string } {
    const now = this.clock.now().getTime();
    const expiresAtMs = now + TIMES.accessTokenMs;
    const accessToken = jsonwebtoken.sign(
      { iat: seconds(now), exp: seconds(expiresAtMs), sid: sessionId },
      this.config.secrets.signingKey,
      {
        algorithm: 'ES256',
        keyid: this.keyId,
        header: { alg: 'ES256', typ: TYPE },
        issuer: this.config.publicUrl,
        audience: AUDIENCE,
        subject: userId,
        jwtid: randomUUID(),
      },
    );
    return { accessToken, expiresAt: new Date(seconds(expiresAtMs) * 1000).toISOString() };
  }

  /** @throws AppError auth.required when the token is malformed, forged or expired */
  verify(token: string): AccessClaims {
    try {
      const payload =
        this.remembered(token) ??
        jsonwebtoken.verify(token, this.keyFor(token), this.verifyOptions);
      return this.accept(token, payload);
    } catch {
      throw new AppError('auth.required');
    }
  }

  /** @returns the claims of a token that was accepted before; it may have expired since */
  remembered(token: string): AccessClaims | undefined {
    return this.verified.get(token);
  }

  /**
   * @returns the public key that the token's header names
   * @throws AppError auth.required when the key is unknown, or the token's type or algorithm is another
   */
  keyFor(token: string): KeyObject {
    const header = jsonwebtoken.decode(token, { complete: true })?.header;
    const isOurs = header?.typ === TYPE && header.alg === 'ES256';
    const key = isOurs ? this.publicKeys.get(header.kid ?? '') : undefined;
    if (!key) throw new AppError('auth.required');
    return key;
  }

  /**
   * Remembers the token.
   * @param payload the claims of the token, whose signature, issuer and audience are verified
   * @throws AppError auth.required when a claim is missing or the token has expired
   */
  accept(token: string, payload: unknown): AccessClaims {
    const { sub, sid, exp } = payload as Partial<AccessClaims>;
    const complete = typeof sub === 'string' && typeof sid === 'string' && typeof exp === 'number';
    if (!complete || exp * 1000 <= this.clock.now().getTime()) throw new AppError('auth.required');
    const claims = { sub, sid, exp };
    this.verified.set(token, claims);
    return claims;
  }
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** @returns the id under which tokens name the key */
function thumbprint(key: KeyObject): string {
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  return createHash('sha256').update(pem).digest('base64url').slice(0, 16);
}
