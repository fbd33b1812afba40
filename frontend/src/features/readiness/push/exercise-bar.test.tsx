import type { ExerciseNews } from '@contract/exercises';
import type { Membership } from '@contract/http';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSound } from '../../../lib/audio/sound-state.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { useMe } from '../../../lib/session/me.js';
import { forgetServerTime, recordServerTime } from '../../../lib/time/clock.js';
import { ANNA } from '../../../testing/server.js';
import { ExerciseBar } from './late-bars.js';

const membership: Membership = {
  id: 'm',
  building: { id: 'b', name: 'BRF Storgatan 12', address: 'Storgatan 12' },
  role: 'resident',
  status: 'active',
  maySend: true,
  name: 'Anna',
  apartment: '1201',
};

function show(news: ExerciseNews): void {
  const me = { user: ANNA, memberships: [{ ...membership, ...news }], demo: false };
  useMe.setState({ status: 'ready', me });
  render(
    <MemoryRouter>
      <ExerciseBar />
    </MemoryRouter>,
  );
}
const text = () => document.body.textContent?.replaceAll('\u00a0', ' ');

beforeEach(() => {
  forgetServerTime();
  useDeviceAck.setState({}, true);
  useSound.setState({ state: 'armed' });
});

it('announces an exercise until it is closed', () => {
  show({ exerciseAt: '2036-12-01T17:00:00.000Z' });
  document.body.insertAdjacentHTML('beforeend', '<main><h1></h1></main>');
  expect(text()).toContain('Övning måndag kl. 18.00. Ingen fara.');
  const close = screen.getByRole('button', { name: 'Stäng' });
  close.focus();
  fireEvent.click(close);
  expect(text()).toBe('');
  expect(document.activeElement?.tagName).toBe('H1');
  document.querySelector('main')?.remove();
});

it.each([0, 60 * 60_000])(
  'is gone once the exercise has begun, on a clock that is %i ms fast',
  (aheadMs) => {
    vi.useFakeTimers({ now: Date.parse('2036-12-01T16:59:00.000Z') + aheadMs });
    recordServerTime('2036-12-01T16:59:00.000Z');
    show({ exerciseAt: '2036-12-01T17:00:00.000Z' });
    expect(text()).toContain('Övning måndag kl. 18.00. Ingen fara.');
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    expect(text()).toBe('');
  },
);

it('says why the last exercise did not reach the member, until a device is tested', () => {
  const at = '2026-11-20T17:00:00.000Z';
  show({ missedExercise: { at, reason: 'push_dead' } });
  expect(text()).toContain('nådde inte dig. Aviseringarna har slutat fungera.');
  expect(screen.getByRole('link', { name: 'Testa nu' }).getAttribute('href')).toBe('/app/check');
});

it('says nothing once this device was tested after it', () => {
  useDeviceAck.setState({ testedAt: '2026-11-21T17:00:00.000Z' });
  show({ missedExercise: { at: '2026-11-20T17:00:00.000Z', reason: 'silent' } });
  expect(text()).toBe('');
});

it('waits while the bar about the sound is shown', () => {
  useSound.setState({ state: 'blocked' });
  show({ exerciseAt: '2036-12-01T17:00:00.000Z' });
  expect(text()).toBe('');
  act(() => useSound.setState({ state: 'armed' }));
  expect(text()).toContain('Övning måndag');
});
