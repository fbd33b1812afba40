import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import jsonwebtoken from 'jsonwebtoken';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { KEY_BYTES } from '../../../platform/secret-keys.js';
import { CONFIG } from '../../../platform/tokens.js';

const TYPE = 'push-ticket';

/** The holder of a ticket, and the only thing that it is good for. */
export interface Ticket {
  userId: string;
  sessionId: string;
  deviceId: string;
  purpose: string;
}

export const alarmPurpose = (alarmId: string): string => `alarm:${alarmId}`;
export const testPurpose = (testId: string): string => `test:${testId}`;

/**
 * Signs and checks the tickets that pushes carry, because a service worker has no session. Type, key
 * and algorithm differ from those of access tokens, so neither passes for the other (RFC 8725).
 */
@Injectable()
export class PushTicketsService {
  private readonly key: KeyObject;
  private readonly issuer: string;

  constructor(
    @Inject(CONFIG) { publicUrl, secrets }: Config,
    private readonly clock: Clock,
  ) {
    const key = hkdfSync('sha256', secrets.refreshKey, '', 'push ticket', KEY_BYTES);
    this.key = createSecretKey(Buffer.from(key));
    this.issuer = publicUrl;
  }

  sign({ userId, sessionId, deviceId, purpose }: Ticket, expiresAt: Date): string {
    const exp = Math.floor(expiresAt.getTime() / 1000);
    return jsonwebtoken.sign({ exp, sid: sessionId, device: deviceId }, this.key, {
      algorithm: 'HS256',
      header: { alg: 'HS256', typ: TYPE },
      issuer: this.issuer,
      audience: purpose,
      subject: userId,
      noTimestamp: true,
    });
  }

  /** @returns whether the token claims to be a ticket */
  isTicket(token: string): boolean {
    return jsonwebtoken.decode(token, { complete: true })?.header.typ === TYPE;
  }

  /** @throws AppError auth.required when the ticket is forged, over or for another purpose */
  verify(token: string, purpose: string): Ticket {
    const { isOver, ...ticket } = this.read(token, purpose);
    if (isOver) throw new AppError('auth.required');
    return ticket;
  }

  /**
   * Reads a ticket whose end may have moved since it was signed.
   * @returns `isOver` when the end that it was signed with has passed: the caller must then refuse it,
   *   unless it knows a later end
   * @throws AppError auth.required when the ticket is forged or for another purpose
   */
  read(token: string, purpose: string): Ticket & { isOver: boolean } {
    const { sub, sid, device, exp } = this.claimsOf(token, purpose);
    const isComplete = [sub, sid, device].every((claim) => typeof claim === 'string');
    if (!isComplete || typeof exp !== 'number') throw new AppError('auth.required');
    // The library uses the machine's clock.
    const isOver = exp * 1000 <= this.clock.now().getTime();
    const holder = { userId: String(sub), sessionId: String(sid), deviceId: String(device) };
    return { ...holder, purpose, isOver };
  }

  private claimsOf(token: string, purpose: string): jsonwebtoken.JwtPayload {
    try {
      if (!this.isTicket(token)) throw new AppError('auth.required');
      return jsonwebtoken.verify(token, this.key, {
        algorithms: ['HS256'],
        issuer: this.issuer,
        audience: purpose,
        ignoreExpiration: true,
      }) as jsonwebtoken.JwtPayload;
    } catch {
      throw new AppError('auth.required');
    }
  }
}
