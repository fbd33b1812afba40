import type { Me } from '@contract/http';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { useMe } from '../../lib/session/me.js';
import { ANNA, never, ok, serve, signInAs, unreachable } from '../../testing/server.js';
import { AlarmArea } from '../alarm-area.js';
import AppRoute from './app.js';

/** The panel while the server cannot be asked who the person is. */

vi.mock('socket.io-client', () => import('../../testing/wire.js'));
vi.mock('../signed-in/tab-alarm.js', () => ({ TabAlarm: () => null }));
vi.mock('../../features/readiness/push/late-bars.js', () => ({ LateBars: () => null }));

const ME: Me = { user: ANNA, memberships: [], demo: true };
let answer: () => Response | Promise<Response>;

beforeEach(async () => {
  vi.useFakeTimers();
  await signInAs();
  useMe.setState({ status: 'loading', me: undefined });
  answer = unreachable;
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const retry = () => screen.getByRole('button', { name: 'Försök igen' });

async function open() {
  const asked = serve({ 'GET /auth/me': () => answer() });
  render(
    <MemoryRouter initialEntries={['/app']}>
      <Suspense>
        <AppRoute />
      </Suspense>
      <AlarmArea />
    </MemoryRouter>,
  );
  await pass(0);
  return () => asked.filter(({ path }) => path === '/auth/me').length;
}

it('stays as it is while the tab tries again by itself, and keeps the focus', async () => {
  const asked = await open();
  const button = retry();
  button.focus();
  answer = never;
  await pass(5_000);
  expect(asked()).toBe(2);
  expect(retry()).toBe(button);
  expect(document.activeElement).toBe(button);
  // The attempt ends after ten seconds; until then there is no other one.
  answer = unreachable;
  await pass(4_900);
  expect(asked()).toBe(2);
  await pass(10_100);
  expect(asked()).toBeGreaterThan(2);
  expect(document.activeElement).toBe(button);
  answer = () => ok(ME);
  await pass(5_000);
  expect(useMe.getState().status).toBe('ready');
});

it('shows that it loads when the person asks for it', async () => {
  await open();
  answer = never;
  fireEvent.click(retry());
  screen.getByText('Laddar …');
});
