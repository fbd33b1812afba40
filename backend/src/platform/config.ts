import { isEmail } from 'class-validator';
import ipaddr from 'ipaddr.js';
import { readSecrets, type Secrets } from './secrets.js';

export type Role = 'all' | 'api' | 'worker';

export interface Config {
  /** The address to listen on; undefined for all. */
  listenHost: string | undefined;
  port: number;
  /** The address of `/metrics`, and of a worker's health. */
  metricsHost: string;
  /** The port of `/metrics`, and of a worker's health; never the public port. */
  metricsPort: number;
  databaseUrl: string;
  /** The address for migrations; the same as `databaseUrl` when the database has one role. */
  databaseOwnerUrl: string;
  redisUrl: string | undefined;
  publicUrl: string;
  /** The origins that pages may send requests from. */
  allowedOrigins: string[];
  role: Role;
  dataDir: string;
  demo: boolean;
  rateLimits: boolean;
  contactEmail: string;
  /** The name and the postal address of whoever operates the installation; undefined outside production. */
  operator: { name: string; address: string } | undefined;
  /** The address `host:port` of the tests' push service, whose certificate nobody has signed. */
  pushTestHost: string | undefined;
  production: boolean;
  logLevel: string;
  /** The addresses of the proxies in front, or their number: their `X-Forwarded-For` is trusted. */
  trustedProxies: number | string[];
  secrets: Secrets;
}

export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
  }
}

/** Every variable with its default. A test compares them with `.env.example`. */
export const VARIABLES: Record<string, string> = {
  PORT: '3000',
  LISTEN_HOST: '',
  METRICS_PORT: '9464',
  METRICS_HOST: '127.0.0.1',
  DATABASE_URL: '',
  DATABASE_OWNER_URL: '',
  REDIS_URL: '',
  PUBLIC_URL: '',
  ROLE: 'all',
  DATA_DIR: '.resq',
  DEMO: '',
  RATE_LIMITS: 'on',
  CONTACT_EMAIL: 'kontakt@resq.example',
  OPERATOR_NAME: '',
  OPERATOR_ADDRESS: '',
  PUSH_TEST_HOST: '',
  LOG_LEVEL: 'info',
  TRUSTED_PROXIES: '0',
  JWT_SIGNING_KEY: '',
  JWT_PREVIOUS_KEYS: '',
  REFRESH_KEY: '',
  AUDIT_KEY: '',
  AUDIT_PREVIOUS_KEYS: '',
  VAPID_PUBLIC_KEY: '',
  VAPID_PRIVATE_KEY: '',
  NODE_ENV: '',
};

/** A demo's passwords are published, so it is reachable from this machine only by default. */
const DEMO_HOST = '127.0.0.1';
const ENVIRONMENTS = ['production', 'development', 'test'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Reads and checks the configuration.
 * @param env the process's environment
 * @throws ConfigError naming every fault at once
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  const value = (name: string): string => env[name]?.trim() || (VARIABLES[name] ?? '');
  const oneOf = <T extends string>(name: string, allowed: readonly T[], otherwise: T): T => {
    const given = value(name);
    if (given === '') return otherwise;
    const found = allowed.find((a) => a === given);
    if (!found) faults.push(`${name} is "${given}"; it must be one of ${allowed.join(', ')}`);
    return found ?? otherwise;
  };
  const whole = (name: string, max: number): number => {
    const number = Number(value(name));
    if (!Number.isInteger(number) || number < 0 || number > max) {
      faults.push(`${name} is "${value(name)}"; it must be a whole number from 0 to ${max}`);
    }
    return number;
  };

  const addresses = (name: string): string[] => {
    const given = value(name)
      .split(',')
      .map((one) => one.trim());
    const wrong = given.filter((one) => !isAddress(one) && !isNetwork(one));
    if (wrong.length === 0) return given;
    faults.push(
      `${name} is "${value(name)}"; it must be addresses, networks, or a number up to 10`,
    );
    return [];
  };

  // A mistyped name must not start an installation that takes no care of its secrets.
  const production = oneOf('NODE_ENV', ENVIRONMENTS, 'development') === 'production';
  const port = whole('PORT', 65_535);
  const publicUrl = value('PUBLIC_URL') || `http://localhost:${port}`;
  const databaseUrl = value('DATABASE_URL');
  if (!databaseUrl) faults.push('DATABASE_URL is missing; it must be the address of PostgreSQL');
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
    // Otherwise the driver waits for a server on localhost. The address contains a password.
    const isWrong = value(name) && !/^postgres(ql)?:\/\//.test(value(name));
    if (isWrong) faults.push(`${name} must begin with postgres://`);
  }
  const demo = oneOf('DEMO', ['on', 'off'], 'off') === 'on';
  const rateLimits = oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on';
  if (production && demo) faults.push('DEMO=on is refused with NODE_ENV=production');
  if (production && !rateLimits) faults.push('RATE_LIMITS=off is refused with NODE_ENV=production');
  const pushTestHost = value('PUSH_TEST_HOST') || undefined;
  if (production && pushTestHost) {
    faults.push('PUSH_TEST_HOST is refused with NODE_ENV=production');
  }
  const operator = { name: value('OPERATOR_NAME'), address: value('OPERATOR_ADDRESS') };
  if (production && !operator.name) {
    faults.push('OPERATOR_NAME is missing; the privacy page names who operates ResQ');
  }
  if (production && !operator.address) {
    faults.push('OPERATOR_ADDRESS is missing; the privacy page names the postal address');
  }
  faults.push(...faultsOfPublicUrl(publicUrl, production));
  const contactEmail = value('CONTACT_EMAIL');
  // Some push services refuse a sender without an address (RFC 8292, 2.1).
  if (!isEmail(contactEmail, { require_tld: false })) {
    faults.push(`CONTACT_EMAIL is "${contactEmail}"; it must be an e-mail address`);
  }
  const origin = URL.canParse(publicUrl) ? new URL(publicUrl).origin : publicUrl;
  const dataDir = value('DATA_DIR');

  const config = {
    listenHost: value('LISTEN_HOST') || (demo ? DEMO_HOST : undefined),
    port,
    metricsHost: value('METRICS_HOST'),
    metricsPort: whole('METRICS_PORT', 65_535),
    databaseUrl,
    databaseOwnerUrl: value('DATABASE_OWNER_URL') || databaseUrl,
    redisUrl: value('REDIS_URL') || undefined,
    // Browsers write it so: without capitals, the usual port and a slash at the end.
    publicUrl: origin,
    allowedOrigins: value('PUBLIC_URL')
      ? [origin]
      : LOCAL_HOSTS.map((host) => `http://${host}:${port}`),
    role: oneOf('ROLE', ['all', 'api', 'worker'] as const, 'all'),
    dataDir,
    demo,
    rateLimits,
    contactEmail,
    operator: operator.name && operator.address ? operator : undefined,
    pushTestHost,
    production,
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    trustedProxies: /^\d+$/.test(value('TRUSTED_PROXIES'))
      ? whole('TRUSTED_PROXIES', 10)
      : addresses('TRUSTED_PROXIES'),
    secrets: readSecrets(
      {
        signingKey: value('JWT_SIGNING_KEY'),
        previousKeys: value('JWT_PREVIOUS_KEYS'),
        refreshKey: value('REFRESH_KEY'),
        auditKey: value('AUDIT_KEY'),
        previousAuditKeys: value('AUDIT_PREVIOUS_KEYS'),
        vapidKeys: {
          publicKey: value('VAPID_PUBLIC_KEY'),
          privateKey: value('VAPID_PRIVATE_KEY'),
        },
      },
      { production, dataDir, faults },
    ),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** The package also takes short and octal forms, which are mistyped numbers here. */
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** @returns whether the text is a network such as 10.0.0.0/8 */
function isNetwork(text: string): boolean {
  try {
    return ipaddr.parseCIDR(text).length === 2;
  } catch {
    return false;
  }
}

function faultsOfPublicUrl(publicUrl: string, production: boolean): string[] {
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  const isAlone = url?.href === `${url?.origin}/`;
  if (!url || !isAlone || !['http:', 'https:'].includes(url.protocol)) {
    return [`PUBLIC_URL is "${publicUrl}"; it must be an address such as https://resq.example`];
  }
  if (production && url.protocol === 'http:' && !LOCAL_HOSTS.includes(url.hostname)) {
    return [
      'PUBLIC_URL must be https in production; over http browsers refuse push and secure cookies',
    ];
  }
  return [];
}
