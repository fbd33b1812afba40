import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config.js';
import { deriveKey } from '../../../platform/secret-keys.js';
import { CONFIG } from '../../../platform/tokens.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets for the database with a key derived from `REFRESH_KEY`. A copy of the database
 * alone makes no codes. The user's id is authenticated, so that no row can take another's secret.
 */
@Injectable()
export class SecretCipher {
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) { secrets }: Config) {
    this.key = deriveKey(secrets.refreshKey, 'second factor');
  }

  encrypt(userId: string, secret: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(userId));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
  }

  /** @returns undefined when it was encrypted with another key or for another user */
  decrypt(userId: string, encrypted: string): string | undefined {
    const bytes = Buffer.from(encrypted, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const text = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.key, nonce);
    decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}
