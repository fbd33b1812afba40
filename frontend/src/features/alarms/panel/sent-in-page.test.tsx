import { act, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { never } from '../../../testing/server.js';
import { recordLeft } from '../feed/feed-store.js';
import { AlarmHost } from '../ringing/alarm-host.js';
import { membership } from '../testing/fixtures.js';
import { beginPanel, pass, saved, sendFire, serverAnswers } from '../testing/panel.js';

vi.mock('socket.io-client', () => import('../../../testing/wire.js'));

beforeEach(beginPanel);

it('the panel confirms an alarm itself, and nothing lies over it', async () => {
  serverAnswers((path) => (path.endsWith('/alarms') ? Promise.resolve(saved()) : never()));
  await sendFire(
    <MemoryRouter>
      <AlarmHost memberships={[membership]} />
    </MemoryRouter>,
  );
  await pass(1_000);
  const sentences = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(sentences).toContain('Larmet är skickat kl.\u00a014.05.22');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('an alarm is gone with the building that its sender has left', async () => {
  serverAnswers((path) => (path.endsWith('/alarms') ? Promise.resolve(saved()) : never()));
  await sendFire(
    <MemoryRouter>
      <AlarmHost memberships={[membership]} />
    </MemoryRouter>,
  );
  await pass(1_000);
  screen.getByRole('button', { name: 'Faran är över' });
  act(() => recordLeft('b'));
  expect(screen.queryByRole('button', { name: 'Faran är över' })).toBeNull();
  expect(screen.queryByText('Brandlarm')).toBeNull();
});
