/** Push services accept 32 characters: a UUID without its dashes. */
export const topicOf = (alarmId: string): string => alarmId.replaceAll('-', '');

/**
 * @returns the seconds until the alarm's end. With 0 a push service drops the push at once when the
 *   device is away.
 */
export const ttlOf = (expiresAt: Date, now: Date): number =>
  Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000));
