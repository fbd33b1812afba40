import { RECEIPT_LEVELS, type ReceiptLevel } from '../../../../contract/alarm.js';
import type { ReceiptMessage } from '../../alarms.dto.js';

/** The form in which browsers write a UUID of version 4 (RFC 9562). */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

/** @returns the receipt of an alarm; undefined for one of a call for help and for anything unusual */
export function checkReceipt(payload: unknown): ReceiptMessage | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { alarmId, deviceId, level } = payload as Partial<ReceiptMessage>;
  if (Object.keys(payload).length !== 3 || !isId(alarmId) || !isId(deviceId)) return undefined;
  const isKnown = RECEIPT_LEVELS.includes(level as ReceiptLevel);
  return isKnown ? { alarmId, deviceId, level: level as ReceiptLevel } : undefined;
}
