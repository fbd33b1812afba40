import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';

/** Tables that the application may not change in every way; it reads and writes all others. */
export interface Restrictions {
  insertOnly: string[];
  readOnly: string[];
  /** The functions that it may call although they are not for everybody. */
  functions: string[];
}

/** Extensions may have put tables of others into the same schema, which the owner cannot grant. */
const OWN_TABLES = `
  select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables from pg_tables
   where schemaname in ('public', 'bullmq') and pg_has_role(tableowner, 'usage')`;
/** A node of another database on the same server created the role at the same moment. */
const EXISTS_ALREADY = ['42710', '23505'];
/** PostgreSQL's own default for SCRAM. */
const ITERATIONS = 4_096;

/** @returns the role that a connection to this address uses */
export function roleOf(databaseUrl: string): string {
  return new pg.Client({ connectionString: databaseUrl }).user ?? '';
}

/**
 * Creates the application's role when it is missing, and lets it read and write, as far as the
 * restrictions go. It owns nothing, so it cannot lift them. A restore drops all rights, so everybody may call the
 * functions until this has run.
 */
export async function admitRole(
  owner: pg.Client,
  databaseUrl: string,
  { insertOnly, readOnly, functions }: Restrictions,
): Promise<void> {
  await createRole(owner, databaseUrl);
  const { rows } = await owner.query<{ tables: string }>(OWN_TABLES);
  const tables = rows[0]?.tables;
  const role = owner.escapeIdentifier(roleOf(databaseUrl));
  // One message is one transaction: no moment exists in which the role has more, or fewer, rights.
  const grants = `
    revoke all on ${tables} from ${role};
    grant usage on schema public, bullmq to ${role};
    grant select, insert, update, delete on ${tables} to ${role};
    grant usage on all sequences in schema bullmq to ${role};
    revoke execute on function ${functions.join()} from public;
    grant execute on function ${functions.join()} to ${role};
    revoke update, delete on ${insertOnly.join()} from ${role};
    revoke insert, update, delete on ${readOnly.join()} from ${role}`;
  await owner.query(grants);
}

async function createRole(owner: pg.Client, databaseUrl: string): Promise<void> {
  const { password } = new pg.Client({ connectionString: databaseUrl });
  const name = roleOf(databaseUrl);
  const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [name]);
  if (rowCount) return;
  const secret = password ? `password ${owner.escapeLiteral(scramOf(password))}` : '';
  const statement = `create role ${owner.escapeIdentifier(name)} login ${secret}`;
  try {
    await owner.query(statement);
  } catch (error) {
    if (!EXISTS_ALREADY.includes((error as pg.DatabaseError).code ?? '')) throw error;
  }
}

/** @returns the password as PostgreSQL stores it (RFC 5803): its log may contain the statement */
function scramOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const serverKey = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
