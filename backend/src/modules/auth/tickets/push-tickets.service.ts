import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { SignedTokens } from '../../../platform/signed-tokens.js';
import { CONFIG } from '../../../platform/tokens.js';

/** The holder of a ticket, and the only thing that it is good for. */
export interface Ticket {
  userId: string;
  sessionId: string;
  deviceId: string;
  purpose: string;
  /** The subscription that a test was sent to. */
  subscriptionId?: string;
}

export const alarmPurpose = (alarmId: string): string => `alarm:${alarmId}`;
export const testPurpose = (testId: string): string => `test:${testId}`;

/** Signs and checks the tickets that pushes carry, because a service worker has no session. */
@Injectable()
export class PushTicketsService {
  private readonly tokens: SignedTokens;

  constructor(@Inject(CONFIG) config: Config, clock: Clock) {
    this.tokens = new SignedTokens({ type: 'push-ticket', purpose: 'push ticket' }, config, clock);
  }

  sign({ userId, sessionId, deviceId, purpose, subscriptionId }: Ticket, expiresAt: Date): string {
    const claims = { subject: userId, audience: purpose, sid: sessionId, device: deviceId };
    const tested = subscriptionId !== undefined && { subscription: subscriptionId };
    return this.tokens.sign({ ...claims, ...tested }, expiresAt);
  }

  /** @returns whether the token claims to be a ticket */
  isTicket(token: string): boolean {
    return this.tokens.isOne(token);
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
    const { text, has, isOver } = this.tokens.read(token, purpose);
    const holder = { userId: text('sub'), sessionId: text('sid'), deviceId: text('device') };
    const tested = has('subscription') && { subscriptionId: text('subscription') };
    return { ...holder, ...tested, purpose, isOver };
  }
}
