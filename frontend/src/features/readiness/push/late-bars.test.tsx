import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { useMe } from '../../../lib/session/me.js';
import { ANNA, nothing, ok, serve, signInAs } from '../../../testing/server.js';
import { whole } from '../../../testing/whole-text.js';
import { ReminderBar, ResetLinkBar, TextsBar } from './late-bars.js';

type Me = NonNullable<ReturnType<typeof useMe.getState>['me']>;

const setMe = (changed: Partial<Me> = {}) =>
  useMe.setState({
    status: 'ready',
    me: { user: ANNA, memberships: [], demo: false, ...changed },
  });
const show = (bar: ReactNode) => render(<MemoryRouter>{bar}</MemoryRouter>);

it('names who made a link to a new password, and leads to the profile', async () => {
  await signInAs();
  serve({ 'GET /auth/me': () => ok({ user: ANNA, memberships: [], demo: false }) });
  const expiresAt = '2026-11-23T13:05:00.000Z';
  show(<ResetLinkBar />);
  act(() => setMe({ resetLink: { madeBy: 'Karl Ek', expiresAt } }));
  await screen.findByText(
    whole('Karl Ek har skapat en länk till ett nytt lösenord för ditt konto.'),
  );
  expect(screen.getByRole('link', { name: 'Visa' }).getAttribute('href')).toBe('/app/profile');
  act(() => setMe({ resetLink: { expiresAt } }));
  screen.getByText(/^En administratör har skapat en länk/);
  act(() => setMe());
  expect(screen.queryByText(/har skapat en länk/)).toBeNull();
});

it('shows that a manager asks for a test, until this device was tested', () => {
  const building = { id: 'b', name: 'Huset', address: 'Storgatan 12' };
  const own = { id: 'm', building, status: 'active', role: 'resident', maySend: true } as const;
  const remindedAt = '2026-11-20T10:00:00.000Z';
  setMe({ memberships: [{ ...own, name: 'Anna', apartment: '1201', remindedAt }] });
  useDeviceAck.setState({ testedAt: '2026-11-19T10:00:00.000Z' }, true);
  show(<ReminderBar />);
  screen.getByText('Styrelsen ber dig testa att larm når dig.');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/app/check');
  act(() => useDeviceAck.setState({ testedAt: '2026-11-20T10:01:00.000Z' }));
  expect(screen.queryByRole('link')).toBeNull();
});

describe('the bar about changed texts', () => {
  const text = () => screen.queryByText('Villkor och integritetspolicy är ändrade.');

  it('leads to the changed texts until the person opens them, which the server records', async () => {
    const asked = serve({ 'POST /auth/me/texts-read': nothing });
    setMe({ textsChanged: true });
    show(<TextsBar />);
    expect(text()).toBeTruthy();
    expect(asked).toEqual([]);
    fireEvent.click(screen.getByRole('link', { name: 'Läs' }));
    await waitFor(() => expect(text()).toBeNull());
    expect(asked).toHaveLength(1);
  });

  it('is not shown to a person who accepted the present texts', () => {
    setMe();
    show(<TextsBar />);
    expect(text()).toBeNull();
  });
});
