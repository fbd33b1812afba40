import type { Me, Membership } from '@contract/http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { wire } from '../../../testing/wire.js';
import { makeAlarm, makeSync, membership } from '../testing/fixtures.js';
import { listen } from './feed-listener.js';
import { useFeed } from './feed-store.js';

vi.mock('socket.io-client', () => import('../../../testing/wire.js'));

/** After the membership has ended, the server sends no end of the alarms that ring here. */

const other: Membership = {
  ...membership,
  id: 'm2',
  building: { ...membership.building, id: 'c' },
};
const user = { id: 'u', email: 'karl@resq.example', roles: [] };
const meWith = (...memberships: Membership[]): Me => ({ user, memberships, demo: false });
const buildingIds = () => Object.keys(useFeed.getState().buildings).sort();

let answer: Me;
let stop: () => void;

beforeEach(() => {
  answer = meWith(other);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)));
  useMe.setState({ status: 'ready', me: meWith(membership, other) });
  stop = listen(() => activeMemberships(useMe.getState().me).map(({ building }) => building.id));
  for (const buildingId of ['b', 'c'])
    wire.receive(
      'sync',
      makeSync({ buildingId, reset: true, active: [makeAlarm({ buildingId })] }),
    );
});
afterEach(() => stop());

it('a building that the person has left is gone at once', () => {
  wire.receive('building:left', { buildingId: 'b' });
  expect(buildingIds()).toEqual(['c']);
});

it('a membership that ended while the tab was offline is gone once the user is loaded', async () => {
  wire.receive('me:changed');
  await vi.waitFor(() => expect(buildingIds()).toEqual(['c']));
});

it('a building whose membership is not loaded yet stays', () => {
  wire.receive('sync', makeSync({ buildingId: 'new', reset: true }));
  useMe.setState({ me: meWith(membership, other) });
  expect(buildingIds()).toEqual(['b', 'c', 'new']);
});

it('a membership that no longer is active is gone too', () => {
  useMe.setState({ me: meWith(membership, { ...other, status: 'revoked' }) });
  expect(buildingIds()).toEqual(['b']);
});
