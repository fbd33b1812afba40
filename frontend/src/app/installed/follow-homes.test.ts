import type { Me } from '@contract/http';
import { beforeEach, expect, it, vi } from 'vitest';
import { readHomes } from '../../lib/browser/shared-with-worker.js';
import { useMe } from '../../lib/session/me.js';
import { useSession } from '../../lib/session/session.js';
import { followHomes } from './after-load.js';

/** The browser's caches, of which the test environment has none. */
const saved = new Map<string, Response>();

beforeEach(() => {
  saved.clear();
  vi.stubGlobal('caches', {
    open: (cache: string) =>
      Promise.resolve({
        put: (path: string, response: Response) =>
          Promise.resolve(void saved.set(cache + path, response)),
      }),
    match: (path: string, { cacheName }: { cacheName: string }) =>
      Promise.resolve(saved.get(cacheName + path)?.clone()),
    delete: (cache: string) => {
      for (const key of saved.keys()) if (key.startsWith(cache)) saved.delete(key);
      return Promise.resolve(true);
    },
  });
});

const user = { id: 'u', email: 'lisa@resq.example', roles: [] };
const building = { id: 'b', name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' };
const membership = { id: 'm', building, role: 'resident', maySend: true, name: 'Lisa' };
const home = { building: building.name, address: building.address };

it('keeps the homes of active memberships, not those of managers who live elsewhere, until the user signs out', async () => {
  useSession.setState({ status: 'signed_in', user });
  followHomes();
  const memberships = [
    { ...membership, status: 'active', apartment: '1102' },
    { ...membership, id: 'p', status: 'pending', apartment: '1103' },
    { ...membership, id: 'e', status: 'active', role: 'manager', apartment: '' },
  ];
  useMe.setState({ status: 'ready', me: { user, memberships } as unknown as Me });
  await expect.poll(readHomes).toEqual([{ ...home, apartment: '1102' }]);
  useSession.setState({ status: 'signed_out', user: undefined });
  await expect.poll(readHomes).toEqual([]);
  expect(saved.size).toBe(0);
});
