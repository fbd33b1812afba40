import { act, render, screen } from '@testing-library/react';
import { StrictMode, useEffect } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { begin } from '../lib/session/session.js';
import { ANNA } from '../testing/server.js';
import { wire } from '../testing/wire.js';
import { setTitle } from '../ui/tab-signs.js';
import { AlarmBoundary } from './alarm-area.js';
import { TabAlarm } from './signed-in/tab-alarm.js';

vi.mock('socket.io-client', () => import('../testing/wire.js'));

let broken: Error | undefined;
const closeSocket = vi.fn();
const reports: unknown[] = [];

function Area() {
  useEffect(() => {
    setTitle('alarm', '● Brandlarm – Storgatan 12');
    return () => {
      setTitle('alarm');
      closeSocket();
    };
  }, []);
  if (broken) throw broken;
  return <p>Larm</p>;
}

const show = () =>
  render(
    <AlarmBoundary>
      <Area />
    </AlarmBoundary>,
  );
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  reports.length = 0;
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    if (path === '/api/devices/page-errors') reports.push(JSON.parse(body as string));
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  broken = undefined;
  setTitle('page', 'Larmpanel – ResQ');
});

it('says that no alarm arrives, keeps the warning, and mounts again after growing waits', async () => {
  const { rerender } = show();
  broken = Object.assign(new TypeError('Anna Berg'), {
    stack: 'TypeError: Anna Berg\n at https://resq.example/assets/alarm-B2x_9.js:1:2345',
  });
  rerender(
    <AlarmBoundary>
      <Area key="again" />
    </AlarmBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Larm når inte den här fliken just nu.');
  expect(screen.getByRole('link', { name: 'Ring 112' }).getAttribute('href')).toBe('tel:112');
  expect(closeSocket).toHaveBeenCalled();
  await pass(0);
  expect(document.title).toBe('● Brandlarm – Storgatan 12');
  expect(document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href).toContain('9b1c1c');
  expect(reports).toEqual([{ name: 'TypeError', at: 'alarm-B2x_9.js:1:2345', build: 'dev' }]);

  // The first wait is one second, and the second two.
  await pass(1_000);
  broken = undefined;
  await pass(1_900);
  expect(screen.queryByText('Larm')).toBeNull();
  await pass(100);
  screen.getByText('Larm');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.title).toBe('● Brandlarm – Storgatan 12');
  expect(reports).toHaveLength(1);
});

it('marks a tab that broke before it had an alarm', async () => {
  broken = new Error('at the first rendering');
  const { unmount } = render(
    <StrictMode>
      <AlarmBoundary>
        <Area />
      </AlarmBoundary>
    </StrictMode>,
  );
  await pass(0);
  expect(document.title).toBe('○ Frånkopplad – ResQ');
  unmount();
  expect(document.title).toBe('Larmpanel – ResQ');
});

it('closes the connection of a tab that breaks, which then no longer counts as ready', async () => {
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  begin({ user: { ...ANNA, roles: [] }, accessToken: 'token', expiresAt });
  const tab = (breaking: React.ReactNode) => (
    <MemoryRouter>
      <AlarmBoundary>
        <TabAlarm>{breaking}</TabAlarm>
      </AlarmBoundary>
    </MemoryRouter>
  );
  const { rerender } = render(tab(null));
  await pass(0);
  act(() => wire.accept());
  expect(wire.connected).toBe(true);
  broken = new Error('broken');
  rerender(tab(<Area />));
  expect(screen.getByRole('alert').textContent).toContain('Larm når inte den här fliken just nu.');
  expect(wire.connected).toBe(false);
});
