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

export interface Secrets {
  /** Signs access tokens: P-256, for ES256. */
  signingKey: KeyObject;
  /** Public halves of earlier signing keys, so that a change of keys signs nobody out. */
  previousKeys: KeyObject[];
  /** Derives refresh tokens from their predecessors: at least 32 bytes. */
  refreshKey: KeyObject;
  /** Signs the head and the checkpoint of the audit chain: at least 32 bytes. */
  auditKey: KeyObject;
}

interface Given {
  signingKey: string;
  previousKeys: string;
  refreshKey: string;
  auditKey: string;
}

interface Setting {
  production: boolean;
  dataDir: string;
  faults: string[];
}

const KEY_BYTES = 32;

/**
 * @param given PEM texts (line breaks may be written `\n`) and base64 keys; empty when unset
 * @returns the secrets; outside production, missing ones are generated once and saved in `DATA_DIR`
 */
export function readSecrets(given: Given, setting: Setting): Secrets {
  const complete = setting.production ? given : { ...developmentSecrets(given, setting.dataDir) };
  const { faults } = setting;
  const signingKey = parse(complete.signingKey, createPrivateKey);
  if (signingKey?.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    faults.push('JWT_SIGNING_KEY must be a private key on P-256 in PEM');
  }
  const previousKeys = complete.previousKeys
    .split(/(?<=-----END PUBLIC KEY-----)/)
    .filter((pem) => pem.trim() !== '')
    .map((pem) => parse(pem, createPublicKey));
  if (previousKeys.includes(undefined)) faults.push('JWT_PREVIOUS_KEYS must be public keys in PEM');
  for (const [variable, key] of [
    ['REFRESH_KEY', complete.refreshKey],
    ['AUDIT_KEY', complete.auditKey],
  ] as const) {
    if (Buffer.from(key, 'base64').length >= KEY_BYTES) continue;
    faults.push(`${variable} must be at least ${KEY_BYTES} random bytes in base64`);
  }
  return {
    signingKey: signingKey ?? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    previousKeys: previousKeys.filter((key) => key !== undefined),
    refreshKey: createSecretKey(complete.refreshKey || 'missing', 'base64'),
    auditKey: createSecretKey(complete.auditKey || 'missing', 'base64'),
  };
}

function parse(pem: string, read: (pem: string) => KeyObject): KeyObject | undefined {
  try {
    return read(pem.replaceAll('\\n', '\n').trim());
  } catch {
    return undefined;
  }
}

function developmentSecrets(given: Given, dataDir: string): Given {
  const { signingKey, refreshKey, auditKey } = given;
  const saved = signingKey && refreshKey && auditKey ? given : savedSecrets(dataDir);
  return {
    signingKey: signingKey || saved.signingKey,
    previousKeys: given.previousKeys,
    refreshKey: refreshKey || saved.refreshKey,
    auditKey: auditKey || saved.auditKey,
  };
}

type SavedSecrets = Omit<Given, 'previousKeys'>;

/** Generates the secrets once. A file of an older release gets the keys that it lacks. */
function savedSecrets(dataDir: string): SavedSecrets {
  const file = join(dataDir, 'secrets.json');
  const known = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<SavedSecrets>)
    : {};
  const { signingKey, refreshKey, auditKey } = known;
  if (signingKey && refreshKey && auditKey) return { signingKey, refreshKey, auditKey };
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const made = {
    signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    refreshKey: randomBytes(KEY_BYTES).toString('base64'),
    auditKey: randomBytes(KEY_BYTES).toString('base64'),
    ...known,
  };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}
