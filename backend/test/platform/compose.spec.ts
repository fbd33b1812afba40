import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { environmentOf, MIGRATE, SERVE } from '../../../infra/local/cluster/cluster.mjs';
import { MEMBERS } from '../../../infra/local/cluster/members.mjs';
import { yaml } from '../../../infra/local/manifests/read.mjs';
import { VARIABLES } from '../../src/platform/config.js';

/** docker-compose.yml beside `npm run cluster`, which runs the same without Docker. */

const ROOT = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  image?: string;
  command?: string[];
  profiles?: string[];
  environment?: Record<string, string>;
  networks?: string[] | Record<string, { ipv4_address?: string }>;
}
interface Network {
  ipam?: { config: { subnet: string; ip_range?: string }[] };
}

const { services, networks } = yaml.load(read('docker-compose.yml')) as {
  services: Record<string, Service>;
  networks: Record<string, Network | null>;
};
const own = Object.entries(services).filter(([, { image }]) => image?.includes('RESQ_IMAGE'));
const variables = (service: string) => Object.keys(services[service]?.environment ?? {}).toSorted();

const PROBE = 'probe';
/** Production has keys and an operator of its own; the cluster's demo makes keys in DATA_DIR. */
const PRODUCTION = [
  ...['NODE_ENV', 'JWT_SIGNING_KEY', 'JWT_PREVIOUS_KEYS', 'REFRESH_KEY', 'AUDIT_KEY'],
  ...['AUDIT_PREVIOUS_KEYS', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'CONTACT_EMAIL'],
  ...['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'METRICS_HOST'],
];

it('both run the same nodes, in the same roles', () => {
  const roles = own.flatMap(([name, { environment: { ROLE } = {} }]) =>
    ROLE === undefined ? [] : [{ name: name.replace('-', ' '), role: ROLE }],
  );
  expect(roles).toEqual(MEMBERS);
});

it('both give a node the same variables', () => {
  const set = environmentOf({ databaseUrl: 'd', redisUrl: 'r', url: 'u' });
  const given = Object.keys(set).filter((name) => set[name] !== '');
  for (const { name, role } of MEMBERS) {
    const expected = [...given, ...PRODUCTION, 'ROLE', ...(role === 'worker' ? ['DATA_DIR'] : [])];
    expect(variables(name.replace(' ', '-'))).toEqual(expected.toSorted());
    for (const one of expected) expect(VARIABLES).toHaveProperty([one]);
  }
});

it('both migrate by the same program, which alone knows the owner', () => {
  expect(services['migrate']?.command).toEqual(MIGRATE);
  expect(variables('migrate')).toEqual(['DATABASE_OWNER_URL', 'DATABASE_URL']);
  expect(environmentOf({ databaseUrl: 'd', redisUrl: 'r', url: 'u' })).toMatchObject({
    DATABASE_OWNER_URL: '',
  });
});

it('both run the program of the image', () => {
  const [, command = ''] = /^CMD (.+)$/m.exec(read('infra/docker/Dockerfile')) ?? [];
  expect(JSON.parse(command)).toEqual(SERVE);
  for (const [name, { command: other }] of own) {
    if (name !== 'migrate' && name !== PROBE) expect(other).toBeUndefined();
  }
});

it('the probe has the variables of a node, and stays outside the cluster of a test', () => {
  expect(services[PROBE]?.command).toEqual(['node', 'backend/dist/probe.js']);
  expect(services[PROBE]?.profiles).toEqual(['monitoring']);
  expect([...variables(PROBE), 'ROLE'].toSorted()).toEqual(variables('node-1'));
});

it('the proxy serves every node, and Prometheus reads every node, worker and probe', () => {
  const names = MEMBERS.map(({ name, role }) => ({ host: name.replace(' ', '-'), role }));
  const nodes = names.filter(({ role }) => role === 'api').map(({ host }) => `${host}:3000`);
  expect(services['proxy']?.environment?.['RESQ_NODES']).toBe(nodes.join(' '));
  const { scrape_configs: [job] = [] } = yaml.load(read('infra/monitoring/prometheus.yml')) as {
    scrape_configs?: { static_configs: { targets: string[] }[] }[];
  };
  const targets = job?.static_configs.flatMap((one) => one.targets);
  expect(targets).toEqual([...names.map(({ host }) => host), PROBE].map((one) => `${one}:9464`));
});

it('gives no container an address that the proxy needs', () => {
  const fixed = Object.values(services).flatMap((service) =>
    Array.isArray(service.networks)
      ? []
      : Object.entries(service.networks ?? {}).map(([name, { ipv4_address: address = '' }]) => ({
          address,
          config: networks[name]?.ipam?.config[0],
        })),
  );
  const holds = (network: string | undefined, address: string) => {
    const [base = '', bits] = (network ?? '').split('/');
    const list = new BlockList();
    list.addSubnet(base, Number(bits));
    return list.check(address);
  };
  expect(fixed.map(({ address }) => address)).toEqual([
    services['node-1']?.environment?.['TRUSTED_PROXIES'],
  ]);
  for (const { address, config } of fixed) {
    expect(holds(config?.subnet, address)).toBe(true);
    // Docker gives the others addresses of this range.
    expect(holds(config?.subnet, config?.ip_range?.split('/')[0] ?? '')).toBe(true);
    expect(holds(config?.ip_range, address)).toBe(false);
  }
});
