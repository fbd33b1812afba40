import { LessThan } from 'typeorm';
import { SERVER_TIMES, TIMES } from '../../contract/limits.js';
import { monthsBefore } from '../../platform/clock.js';
import { ofUser, type RetentionRule } from '../../platform/retention/retention.js';
import { InvitationRow, MembershipRow } from './buildings.entities.js';

const ENDED_RETAINED_MS = 30 * 24 * 60 * 60_000;

export const BUILDINGS_RETENTION: RetentionRule[] = [
  {
    table: 'buildings',
    retainedFor: 'as long as the building uses ResQ, and 12 months after it was closed',
    retire: (database, now) =>
      database.query('delete from buildings where closed_at < $1', [historyStart(now)]),
  },
  {
    table: 'memberships',
    personal:
      'name, apartment and entrance, role; why a manager paused the right to send; when one asked for a test; the manager who removed the member, by id',
    retainedFor:
      'until 12 months after leaving the building (its alarms name members); with the account',
    export: (database, { userId }) =>
      database.query(
        `select b.name as building, b.address, m.name, m.entrance, m.apartment,
                m.requested_entrance as "requestedEntrance",
                m.requested_apartment as "requestedApartment", m.role, m.status, m.may_send as "maySend", m.pause_reason as "pauseReason", m.reminded_at as "remindedAt", m.created_at as "createdAt", m.ended_at as "endedAt"
           from memberships m join buildings b on b.id = m.building_id
          where m.user_id = $1 order by m.created_at`,
        [userId],
      ),
    erase: (tx, { userId }) => tx.delete(MembershipRow, { userId }),
    retire: async (database, now) => {
      const memberships = database.getRepository(MembershipRow);
      await memberships.delete({ endedAt: LessThan(historyStart(now)) });
      const since = LessThan(new Date(now.getTime() - SERVER_TIMES.waitingMs));
      await memberships.update(
        { status: 'pending', activeSince: since },
        { status: 'revoked', endedAt: now },
      );
    },
  },
  { table: 'homes', retainedFor: 'as long as the building uses ResQ' },
  { table: 'member_versions', retainedFor: 'as long as the building uses ResQ' },
  {
    table: 'home_changes',
    personal: 'name, apartment and entrance before and after a change; who made it, by id',
    retainedFor: '12 months, as the alarms that showed them; with the membership',
    export: (database, { membershipIds }) =>
      database.query(
        'select at, before, after from home_changes where membership_id = any($1) order by at, id',
        [membershipIds],
      ),
    erase: (tx, { membershipIds }) =>
      tx.query('delete from home_changes where membership_id = any($1)', [membershipIds]),
    retire: (database, now) =>
      database.query('delete from home_changes where at < $1', [historyStart(now)]),
  },
  {
    ...ofUser('devices', ['name', 'label', 'sound', 'push', 'seenAt', 'testedAt'], 'seen_at'),
    personal: 'its name, browser and system in a word, sound, notifications, last seen and tested',
    retainedFor: '12 months after it was last seen; until the user removes it; with the account',
    retire: (database, now) =>
      database.query('delete from devices where seen_at < $1', [historyStart(now)]),
  },
  {
    ...ofUser('push_subscriptions', ['endpoint', 'createdAt', 'testedAt', 'deadAt'], 'created_at'),
    personal:
      'the address and keys of the browser at its push service, when it was tested and ended',
    retainedFor:
      'until push is turned off, the user signs out or the device is removed; 30 days after its sign-in ran out; with the account',
    // A sign-out deletes it at once, unless that failed.
    retire: (database) =>
      database.query(
        `delete from push_subscriptions s using auth_sessions a
          where a.id = s.session_id and a.ended_at is not null`,
      ),
  },
  { table: 'nodes', retainedFor: 'while the node has heartbeats; that of a worker a day longer' },
  {
    table: 'presences',
    personal: 'that a device is connected',
    retainedFor: 'while it is',
    erase: (tx, { userId }) => tx.query('delete from presences where user_id = $1', [userId]),
  },
  {
    table: 'invitations',
    personal: 'the apartment it is for; the manager or administrator who made it, by id',
    retainedFor:
      '30 days after it was used, withdrawn or too old, a poster 12 months; of posters alone the token and the code themselves, of all others hashes',
    retire: async (database, now) => {
      const before = LessThan(new Date(now.getTime() - ENDED_RETAINED_MS));
      const invitations = database.getRepository(InvitationRow);
      await invitations.delete({ endedAt: before, kind: 'personal' });
      // A poster that hangs on the wall says for so long that another one has replaced it.
      await invitations.delete({ endedAt: LessThan(historyStart(now)) });
      await invitations.delete({ expiresAt: before });
    },
  },
];

const historyStart = (now: Date): Date => monthsBefore(now, TIMES.historyMonths);
