import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { useMe } from '../../../lib/session/me.js';
import { ANNA } from '../../../testing/server.js';
import { ReminderBar } from './reminder-bar.js';

const building = { id: 'b', name: 'Huset', address: 'Storgatan 12' };
const remindedAt = '2026-11-20T10:00:00.000Z';

it('shows that a manager asks for a test, until this device was tested', () => {
  const own = { id: 'm', building, status: 'active', role: 'resident', maySend: true } as const;
  const memberships = [{ ...own, name: 'Anna', apartment: '1201', remindedAt }];
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships, demo: false } });
  useDeviceAck.setState({ testedAt: '2026-11-19T10:00:00.000Z' }, true);
  render(
    <MemoryRouter>
      <ReminderBar />
    </MemoryRouter>,
  );
  screen.getByText('Styrelsen ber dig testa att larm når dig.');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/app/check');
  act(() => useDeviceAck.setState({ testedAt: '2026-11-20T10:01:00.000Z' }));
  expect(screen.queryByRole('link')).toBeNull();
});
