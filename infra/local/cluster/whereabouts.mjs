// @ts-check
import { createRequire } from 'node:module';

/** @typedef {import('./members.mjs').Member} Member */

const LOOK_EVERY_MS = 500;

const CONNECTED = `
  select u.email, array_agg(distinct p.node_id) as nodes
    from presences p join nodes n on n.id = p.node_id join users u on u.id = p.user_id
   where n.alive_at > now() - interval '10 seconds'
   group by u.email order by u.email`;

/**
 * Prints which node each user's open tabs are connected to, at first and after each change.
 * @param {string} databaseUrl
 * @param {Member[]} members
 * @param {(line: string) => void} print
 * @returns {() => Promise<void>} stops
 */
export function watchWhereabouts(databaseUrl, members, print) {
  // Loaded late, because the command begins before packages are installed.
  const require = createRequire(new URL('../../../backend/package.json', import.meta.url));
  const pg = /** @type {typeof import('pg')} */ (require('pg'));
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  /** @type {Map<string, string>} */
  let known = new Map();
  const look = async () => {
    /** @type {{ rows: { email: string, nodes: string[] }[] }} */
    const { rows } = await pool.query(CONNECTED);
    const current = new Map(rows.map(({ email, nodes }) => [email, namesOf(nodes, members)]));
    for (const email of new Set([...known.keys(), ...current.keys()])) {
      const where = current.get(email) ?? 'no node';
      if (where !== known.get(email)) print(`${email} is on ${where}`);
    }
    known = current;
  };
  // A failed look is followed by the next one.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await pool.end();
  };
}

/**
 * @param {string[]} nodeIds
 * @param {Member[]} members
 */
function namesOf(nodeIds, members) {
  const names = members.filter(({ node }) =>
    node.log.some(({ nodeId }) => nodeId !== undefined && nodeIds.includes(nodeId)),
  );
  return names.map(({ name }) => name).join(' and ');
}
