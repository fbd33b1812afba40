import type { KeyObject } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import { AppError } from './errors/app-error.js';
import type { Clock } from './clock.js';
import type { Config } from './config.js';
import { deriveKey } from './secret-keys.js';

interface Kind {
  /** The type in the header of the token. */
  type: string;
  /** The purpose for which the key is derived. */
  purpose: string;
}

interface Claims {
  subject: string;
  audience: string;
  [claim: string]: string;
}

/**
 * Signs and checks the tokens of one kind. Type, key and algorithm differ from those of access tokens,
 * so neither passes for the other (RFC 8725).
 */
export class SignedTokens {
  private readonly key: KeyObject;
  private readonly issuer: string;

  constructor(
    private readonly kind: Kind,
    { publicUrl, secrets }: Config,
    private readonly clock: Clock,
  ) {
    this.key = deriveKey(secrets.refreshKey, kind.purpose);
    this.issuer = publicUrl;
  }

  sign({ subject, audience, ...claims }: Claims, expiresAt: Date): string {
    const exp = Math.floor(expiresAt.getTime() / 1000);
    return jsonwebtoken.sign({ exp, ...claims }, this.key, {
      algorithm: 'HS256',
      header: { alg: 'HS256', typ: this.kind.type },
      issuer: this.issuer,
      audience,
      subject,
      noTimestamp: true,
    });
  }

  /** @returns whether the token claims to be of this kind */
  isOne(token: string): boolean {
    try {
      return jsonwebtoken.decode(token, { complete: true })?.header.typ === this.kind.type;
    } catch {
      // The claims of a token of type `JWT` are parsed as well, and may be no JSON.
      return false;
    }
  }

  /**
   * @returns `text` reads a claim that must be a text, `has` says whether there is one; `isOver` when the
   *   end that the token was signed with has passed
   * @throws AppError auth.required when the token is forged, or of another kind or audience
   */
  read(token: string, audience?: string) {
    const { exp, ...claims } = this.claimsOf(token, audience);
    if (exp === undefined) throw new AppError('auth.required');
    const text = (name: string): string => {
      const claim: unknown = claims[name];
      if (typeof claim !== 'string') throw new AppError('auth.required');
      return claim;
    };
    const expiresAt = new Date(exp * 1000);
    // The library uses the machine's clock.
    return {
      text,
      has: (name: string) => name in claims,
      expiresAt,
      isOver: expiresAt <= this.clock.now(),
    };
  }

  private claimsOf(token: string, audience: string | undefined): jsonwebtoken.JwtPayload {
    try {
      if (!this.isOne(token)) throw new AppError('auth.required');
      return jsonwebtoken.verify(token, this.key, {
        algorithms: ['HS256'],
        issuer: this.issuer,
        ...(audience !== undefined && { audience }),
        ignoreExpiration: true,
      }) as jsonwebtoken.JwtPayload;
    } catch {
      throw new AppError('auth.required');
    }
  }
}
