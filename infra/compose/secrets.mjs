// @ts-check
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';

/** Prints new passwords and keys for docker-compose.yml, as lines of a file .env. */
const password = () => randomBytes(24).toString('hex');
const key = () => randomBytes(32).toString('base64');
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signing = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const vapid = createECDH('prime256v1');
vapid.generateKeys();

const lines = {
  POSTGRES_PASSWORD: password(),
  POSTGRES_APP_PASSWORD: password(),
  REDIS_PASSWORD: password(),
  JWT_SIGNING_KEY: signing.trim().replaceAll('\n', '\\n'),
  REFRESH_KEY: key(),
  AUDIT_KEY: key(),
  VAPID_PUBLIC_KEY: vapid.getPublicKey('base64url'),
  // A number with leading zeros is shorter.
  VAPID_PRIVATE_KEY: Buffer.from(vapid.getPrivateKey('hex').padStart(64, '0'), 'hex').toString(
    'base64url',
  ),
};
for (const [name, value] of Object.entries(lines)) process.stdout.write(`${name}=${value}\n`);
