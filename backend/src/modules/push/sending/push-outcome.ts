/** The end of one request to a push service. */
export interface PushAnswer {
  /** Undefined without an answer: the network failed, or it took too long. */
  status?: number | undefined;
  /** The header of that name: seconds, or a date. */
  retryAfter?: string | undefined;
}

export interface PushOutcome {
  /** `sent`: the push service took it; `dead`: the subscription has ended. */
  result: 'sent' | 'dead' | 'failed';
  /** When it may be sent again; null when that would fail as well. */
  retryAt: Date | null;
}

const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Interprets an answer by RFC 8030. A redirect is a failure, because it could lead anywhere.
 * @param attempt counts from 1
 */
export function outcomeOf(
  { status, retryAfter }: PushAnswer,
  attempt: number,
  now: Date,
): PushOutcome {
  if (status !== undefined && status >= 200 && status < 300)
    return { result: 'sent', retryAt: null };
  if (status === 404 || status === 410) return { result: 'dead', retryAt: null };
  const isPassing = status === undefined || status === 408 || status === 429 || status >= 500;
  if (!isPassing) return { result: 'failed', retryAt: null };
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS);
  const retryAtMs = now.getTime() + Math.max(delayMs, requestedDelay(retryAfter, now));
  return { result: 'failed', retryAt: new Date(retryAtMs) };
}

function requestedDelay(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  const delayMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isNaN(delayMs) ? 0 : Math.min(delayMs, DAY_MS);
}
