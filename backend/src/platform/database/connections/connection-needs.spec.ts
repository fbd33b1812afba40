import type { Role } from '../../config.js';
import { connectionsOf, leastNeeded } from './connection-needs.js';

/** PostgreSQL's default of 100, of which three are reserved for superusers. */
const ACCEPTED = 97;
/** A start opens these for its migrations and closes them again. */
const MIGRATIONS = 3;

const sum = (roles: Role[]): number =>
  roles.reduce((total, role) => total + connectionsOf(role), MIGRATIONS);

it.each<[string, Role[]]>([
  ['three nodes that run jobs', ['all', 'all', 'all']],
  ['three nodes for users and a worker', ['api', 'api', 'api', 'worker']],
])('PostgreSQL’s default accepts all connections of %s', (_, roles) => {
  expect(sum(roles)).toBeLessThanOrEqual(ACCEPTED);
});

it.each<[number, Role, boolean]>([
  [1, 'all', true],
  [4, 'worker', true],
  [4, 'all', true],
  [5, 'api', false],
  [0, 'api', true],
])('of %i nodes the last one, with the role %s, fits: %s', (nodes, role, fits) => {
  const room = { accepted: ACCEPTED, nodes };
  expect(leastNeeded(room, role) <= ACCEPTED).toBe(fits);
});
