import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { feedOf } from '../features/alarms/feed/feed-store.js';
import { makeAlarm, makeSync, membership } from '../features/alarms/testing/fixtures.js';
import { restore, useSession } from '../lib/session/session.js';
import { ADMIN, ANNA, leaveSessionEntry, ok, serve, signedIn } from '../testing/server.js';
import { wire } from '../testing/wire.js';
import { AlarmArea } from './alarm-area.js';

vi.mock('socket.io-client', () => import('../testing/wire.js'));

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('shows no alarm of the former user after a renewal that answers with another one', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T13:05:22.000Z') });
  let user: object = ANNA;
  serve({
    'POST /auth/refresh': () => signedIn(user),
    'GET /auth/me': () => ok({ user, memberships: user === ANNA ? [membership] : [], demo: false }),
  });
  leaveSessionEntry();
  render(
    <MemoryRouter>
      <AlarmArea />
    </MemoryRouter>,
  );
  await act(() => restore());
  await act(() => vi.dynamicImportSettled());
  await pass(0);
  act(() => {
    wire.accept();
    wire.receive('sync', makeSync({ reset: true, active: [makeAlarm()] }));
  });
  await pass(0);
  expect(screen.getByRole('alertdialog')).toBeTruthy();

  user = ADMIN;
  await pass(9 * 60_000);
  expect(useSession.getState().user?.id).toBe('admin');
  expect(feedOf('b').active).toEqual({});
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
