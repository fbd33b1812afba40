import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodeKey,
  deriveKey,
  faultsOfKeys,
  KEY_BYTES,
  makeVapidKeys,
  readVapidKeys,
  type VapidKeys,
} from './secret-keys.js';

/** The first key signs. The others belong to earlier secrets, and their signatures stay valid. */
export type Keys = readonly [KeyObject, ...KeyObject[]];

export interface Secrets {
  /** Signs access tokens: P-256, for ES256. */
  signingKey: KeyObject;
  /** Public halves of earlier signing keys, so that a change of keys signs nobody out. */
  previousKeys: KeyObject[];
  /** Derives refresh tokens from their predecessors: at least 32 bytes. */
  refreshKey: KeyObject;
  /** Sign the head of the audit chain. */
  auditHeadKeys: Keys;
  /** Sign the checkpoint of the audit chain; a signed head must not pass for a checkpoint. */
  auditCheckpointKeys: Keys;
  vapidKeys: VapidKeys;
}

interface Given {
  signingKey: string;
  previousKeys: string;
  refreshKey: string;
  auditKey: string;
  previousAuditKeys: string;
  vapidKeys: VapidKeys;
}

interface Setting {
  production: boolean;
  dataDir: string;
  faults: string[];
}

/**
 * @param given PEM texts (line breaks may be written `\n`) and base64 keys; empty when unset
 * @returns the secrets; outside production, missing ones are generated once and saved in `DATA_DIR`
 */
export function readSecrets(given: Given, setting: Setting): Secrets {
  const complete = setting.production ? given : { ...developmentSecrets(given, setting.dataDir) };
  const { faults } = setting;
  const signingKey = parse(withLineBreaks(complete.signingKey), createPrivateKey);
  if (!isP256(signingKey)) faults.push('JWT_SIGNING_KEY must be a private key on P-256 in PEM');
  const previousKeys = withLineBreaks(complete.previousKeys)
    .split(/(?<=-----END PUBLIC KEY-----)/)
    .filter((pem) => pem.trim() !== '')
    .map((pem) => parse(pem, createPublicKey));
  if (!previousKeys.every(isP256)) {
    faults.push('JWT_PREVIOUS_KEYS must be public keys on P-256 in PEM');
  }
  const { auditKey } = complete;
  const previousAuditKeys = complete.previousAuditKeys
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  const vapid = readVapidKeys(complete.vapidKeys);
  const keys = [
    ...(isP256(signingKey)
      ? [{ variable: 'JWT_SIGNING_KEY', bytes: secretNumberOf(signingKey) }]
      : []),
    decodeKey('REFRESH_KEY', complete.refreshKey),
    decodeKey('AUDIT_KEY', auditKey),
    ...previousAuditKeys.map((key) => decodeKey('AUDIT_PREVIOUS_KEYS', key)),
    vapid.secret,
  ];
  faults.push(...faultsOfKeys(keys, { strict: setting.production }), ...vapid.faults);
  return {
    signingKey: signingKey ?? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    previousKeys: previousKeys.filter(isP256),
    refreshKey: createSecretKey(complete.refreshKey || 'missing', 'base64'),
    // The audit key itself signed the heads of version 0.2, and may have been changed since.
    auditHeadKeys: [
      ...derived('resq audit head', auditKey, previousAuditKeys),
      ...[auditKey || 'missing', ...previousAuditKeys].map((key) => createSecretKey(key, 'base64')),
    ],
    auditCheckpointKeys: derived('resq audit checkpoint', auditKey, previousAuditKeys),
    vapidKeys: vapid.keys,
  };
}

/** Derives a key for one purpose from each audit key. */
function derived(purpose: string, current: string, previous: string[]): Keys {
  const derive = (key: string): KeyObject =>
    deriveKey(Buffer.from(key || 'missing', 'base64'), purpose);
  return [derive(current), ...previous.map(derive)];
}

const isP256 = (key: KeyObject | undefined): key is KeyObject =>
  key?.asymmetricKeyDetails?.namedCurve === 'prime256v1';

function secretNumberOf(key: KeyObject): Buffer {
  const { d = '' } = key.export({ format: 'jwk' });
  return Buffer.from(d, 'base64url');
}

const withLineBreaks = (pem: string): string => pem.replaceAll('\\n', '\n');

function parse(pem: string, read: (pem: string) => KeyObject): KeyObject | undefined {
  try {
    return read(pem.trim());
  } catch {
    return undefined;
  }
}

function developmentSecrets(given: Given, dataDir: string): Given {
  const { signingKey, refreshKey, auditKey, vapidKeys } = given;
  const isComplete = signingKey && refreshKey && auditKey && isPair(vapidKeys);
  const saved = isComplete ? given : savedSecrets(dataDir);
  return {
    signingKey: signingKey || saved.signingKey,
    previousKeys: given.previousKeys,
    previousAuditKeys: given.previousAuditKeys,
    refreshKey: refreshKey || saved.refreshKey,
    auditKey: auditKey || saved.auditKey,
    vapidKeys: vapidKeys.publicKey || vapidKeys.privateKey ? vapidKeys : saved.vapidKeys,
  };
}

const isPair = (keys: VapidKeys | undefined): keys is VapidKeys =>
  Boolean(keys?.publicKey && keys.privateKey);

type SavedSecrets = Omit<Given, 'previousKeys' | 'previousAuditKeys'>;

/** Generates the secrets once. A file of an older release gets the keys that it lacks. */
function savedSecrets(dataDir: string): SavedSecrets {
  const file = join(dataDir, 'secrets.json');
  const known = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<SavedSecrets>)
    : {};
  const { signingKey, refreshKey, auditKey, vapidKeys } = known;
  if (signingKey && refreshKey && auditKey && isPair(vapidKeys)) {
    return { signingKey, refreshKey, auditKey, vapidKeys };
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const made = {
    signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    refreshKey: randomBytes(KEY_BYTES).toString('base64'),
    auditKey: randomBytes(KEY_BYTES).toString('base64'),
    vapidKeys: makeVapidKeys(),
    ...known,
  };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}
