import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from './errors/app-error.js';

/**
 * Counts failures per network address, never successes: all residents of a building may join on
 * one evening from the same address.
 */
export class FailureLimiter {
  private readonly limiter: RateLimiterMemory | undefined;

  /** @param settings the `failures` allowed within `windowMs`; all pass when `on` is false */
  constructor(settings: { on: boolean; failures: number; windowMs: number }) {
    this.limiter = settings.on
      ? new RateLimiterMemory({ points: settings.failures, duration: settings.windowMs / 1000 })
      : undefined;
  }

  /**
   * @param attempt its `AppError`s count as failures; other errors are the server's and do not
   * @throws AppError auth.too_many_attempts once the address has failed too often
   */
  async guard<T>(address: string, attempt: () => Promise<T>): Promise<T> {
    if (await this.isBlocked(address)) throw new AppError('auth.too_many_attempts');
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof AppError) await this.countFailure(address);
      throw error;
    }
  }

  async isBlocked(address: string): Promise<boolean> {
    const state = await this.limiter?.get(networkOf(address));
    return state !== undefined && state !== null && state.remainingPoints <= 0;
  }

  async countFailure(address: string): Promise<void> {
    await this.limiter?.penalty(networkOf(address));
  }
}

const IPV6_NETWORK_GROUPS = 4;

/** @returns the part that counts as one address: an IPv6 /64 belongs to one home (RFC 6177) */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return groups
    .slice(0, IPV6_NETWORK_GROUPS)
    .map((g) => g.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** The failures with passwords and reset links that are allowed to one address. */
export const SIGN_IN_FAILURES = { failures: 20, windowMs: 15 * 60_000 };
