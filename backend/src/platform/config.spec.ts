import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.js';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resq-config-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://localhost/resq', DATA_DIR: dataDir, ...env });

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    read(env);
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
};

describe('the configuration', () => {
  it('allows every local origin without PUBLIC_URL, and only PUBLIC_URL when it is set', () => {
    expect(read({ PORT: '4000' }).allowedOrigins).toEqual([
      'http://localhost:4000',
      'http://127.0.0.1:4000',
      'http://[::1]:4000',
    ]);
    expect(read({ PUBLIC_URL: 'https://resq.example/' }).allowedOrigins).toEqual([
      'https://resq.example',
    ]);
  });

  it.each(['https://RESQ.example', 'https://resq.example:443', 'https://resq.example/'])(
    'PUBLIC_URL=%s is the origin that browsers send',
    (PUBLIC_URL) => {
      const { publicUrl, allowedOrigins } = read({ PUBLIC_URL });
      expect([publicUrl, ...allowedOrigins]).toEqual(Array(2).fill('https://resq.example'));
    },
  );

  it.each(['https://resq.example/larm', 'https://resq.example/?a', 'https://a@resq.example'])(
    'refuses PUBLIC_URL=%s, at which pages are not served',
    (PUBLIC_URL) => {
      expect(faultsOf({ PUBLIC_URL })).toEqual([expect.stringContaining('PUBLIC_URL is "')]);
    },
  );

  it.each([
    'x',
    '-1',
    '11',
    '1.5',
    '10.0.0.300',
    '10.0.0.0/33',
    '10.0.0.1,',
    'proxy',
    '10.0.0.1 10.0.0.2',
  ])('refuses TRUSTED_PROXIES=%s', (TRUSTED_PROXIES) => {
    expect(faultsOf({ TRUSTED_PROXIES })).toEqual([expect.stringContaining('TRUSTED_PROXIES')]);
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  it.each([
    ['DATABASE_URL', 'localhost:5432/resq'],
    ['DATABASE_OWNER_URL', 'localhost:5432/resq'],
    ['LOG_LEVEL', 'verbose'],
    ['NODE_ENV', 'prod'],
    ['CONTACT_EMAIL', 'mailto:kontakt@resq.example'],
    ['JWT_PREVIOUS_KEYS', String(rsa.export({ type: 'spki', format: 'pem' }))],
  ])('names a %s that cannot work', (name, given) => {
    expect(faultsOf({ [name]: given })).toEqual([expect.stringContaining(name)]);
  });

  const publicKey = () =>
    String(
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
        type: 'spki',
        format: 'pem',
      }),
    );
  it.each([
    ['one key', 1, ''],
    ['one key on one line', 1, '\\n'],
    ['two keys', 2, ''],
    ['two keys on one line', 2, '\\n'],
  ])('accepts %s in JWT_PREVIOUS_KEYS', (_what, count, lineBreak) => {
    const pems = Array.from({ length: count }, publicKey).join('');
    const JWT_PREVIOUS_KEYS = lineBreak ? pems.replaceAll('\n', lineBreak) : pems;
    expect(faultsOf({ JWT_PREVIOUS_KEYS })).toEqual([]);
    expect(read({ JWT_PREVIOUS_KEYS }).secrets.previousKeys).toHaveLength(count);
  });

  it('reports every fault at once', () => {
    const faults = faultsOf({ PORT: 'x', ROLE: 'boss', DEMO: 'ja', PUBLIC_URL: 'resq' });
    expect(faults).toHaveLength(4);
    expect(faults.join()).toMatch(/PORT.*PUBLIC_URL|PUBLIC_URL.*PORT/);
  });

  it('refuses development settings and missing or weak secrets in production', () => {
    const faults = faultsOf({
      NODE_ENV: 'production',
      DEMO: 'on',
      RATE_LIMITS: 'off',
      PUBLIC_URL: 'http://resq.example',
      REFRESH_KEY: 'a2V5',
      AUDIT_KEY: 'a2V5',
      PUSH_TEST_HOST: 'localhost:8443',
    }).join('\n');
    for (const name of [
      'DEMO',
      'RATE_LIMITS',
      'PUBLIC_URL',
      'JWT_SIGNING_KEY',
      'REFRESH_KEY',
      'AUDIT_KEY',
      'VAPID_PRIVATE_KEY',
      'OPERATOR_NAME',
      'OPERATOR_ADDRESS',
      'PUSH_TEST_HOST',
    ]) {
      expect(faults).toContain(name);
    }
  });

  it('creates development secrets once, readable by their owner only', () => {
    const first = read({}).secrets;
    const second = read({}).secrets;
    expect(second.refreshKey.export()).toEqual(first.refreshKey.export());
    expect(second.vapidKeys).toEqual(first.vapidKeys);
    const file = join(dataDir, 'secrets.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('PRIVATE KEY');
  });

  it('accepts what version 0.2 signed with an earlier audit key itself, among spaces and commas', () => {
    const [AUDIT_KEY, ...earlier] = [1, 2, 3].map(() => randomBytes(32).toString('base64'));
    const env = { AUDIT_KEY: AUDIT_KEY!, AUDIT_PREVIOUS_KEYS: ` ${earlier.join(' ,\n')}, ` };
    const accepted = read(env).secrets.auditHeadKeys.map((key) => key.export().toString('base64'));
    expect(accepted).toEqual(expect.arrayContaining([AUDIT_KEY, ...earlier]));
  });
});
