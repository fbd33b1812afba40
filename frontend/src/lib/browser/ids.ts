import { local, write } from './storage.js';

const DEVICE_KEY = 'resq.device';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Returns a UUID v4. Plain HTTP has no `crypto.randomUUID`, but it has `getRandomValues`. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns the id of this browser, which stays the same when another user signs in. */
export function deviceId(): string {
  const known = local.getItem(DEVICE_KEY);
  if (known && isUuid(known)) return known;
  const made = uuid();
  write(local, DEVICE_KEY, made);
  return local.getItem(DEVICE_KEY) ?? made;
}
