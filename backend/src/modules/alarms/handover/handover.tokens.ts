import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config.js';
import { deriveKey } from '../../../platform/secret-keys.js';
import { CONFIG } from '../../../platform/tokens.js';

const ID_BYTES = 16;
/** Half of a SHA-256, which RFC 2104 allows, is more than anybody can try out in an hour. */
const MAC_BYTES = 16;

/**
 * Makes and reads the token of a handover sheet: the alarm's id, and a MAC of it. Nothing is saved, because
 * the sheet ends with its alarm.
 */
@Injectable()
export class HandoverTokens {
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) { secrets }: Config) {
    this.key = deriveKey(secrets.refreshKey, 'handover');
  }

  /** @returns 43 characters, base64url */
  make(alarmId: string): string {
    const id = Buffer.from(alarmId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, this.macOf(id)]).toString('base64url');
  }

  /** @returns the id of the alarm; undefined for a token that is not ours */
  read(token: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== ID_BYTES + MAC_BYTES) return undefined;
    const [id, mac] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
    if (!timingSafeEqual(mac, this.macOf(id))) return undefined;
    return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  private macOf(id: Buffer): Buffer {
    return createHmac('sha256', this.key).update(id).digest().subarray(0, MAC_BYTES);
  }
}
