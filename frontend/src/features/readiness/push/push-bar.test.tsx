import { act, render, renderHook, type RenderHookResult, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceId } from '../../../lib/browser/ids.js';
import { useConnection } from '../../../lib/realtime/socket.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { nothing, ok, serve, signInAs } from '../../../testing/server.js';
import { type FakePush, fakePush, KEY, removeFakePush } from '../testing/push.js';
import { usePush } from '../push-state.js';
import { useTestOffer } from '../use-readiness.js';
import { PushBar } from './push-bar.js';
import { browserVersion, savePush } from './sync-push.js';

const LOST = 'Aviseringar till den här enheten har slutat fungera. Testa igen.';
let browser: FakePush;
let offer: RenderHookResult<string | undefined, unknown>['result'];

async function open(saved: object, at = '/app') {
  serve({
    'GET /push/key': () => ok({ key: KEY }),
    'POST /push/subscriptions': () => ok({ id: 's' }, 201),
    'DELETE /push/subscriptions/s': nothing,
    'GET /devices': () => ok({ items: [{ id: deviceId(), ...saved }], next: null }),
  });
  render(
    <MemoryRouter initialEntries={[at]}>
      <PushBar />
    </MemoryRouter>,
  );
  offer = renderHook(useTestOffer).result;
  await vi.waitFor(() => expect(usePush.getState().saved).toMatchObject(saved));
  await act(() => Promise.resolve());
}

beforeEach(async () => {
  browser = fakePush('granted');
  await signInAs();
  useConnection.setState({ status: 'connected' });
  useDeviceAck.setState({ testedAt: new Date().toISOString() }, true);
  usePush.setState({ push: 'off' }, true);
});
afterEach(removeFakePush);

const PROVEN = { pushSubscription: 'live', readyByPush: true };
const AGAIN = 'Testa igen. Det tar en halv minut.';

describe('notifications that have stopped', () => {
  it('are said at the next visit, with a link to the check', async () => {
    await open({ pushSubscription: 'dead', readyByPush: false });
    await screen.findByText(LOST);
    expect(screen.getByRole('link', { name: 'Testa' }).getAttribute('href')).toBe('/app/check');
  });

  it('are said at once when the permission is taken away, but not on the check page', async () => {
    await open(PROVEN);
    expect(screen.queryByText(LOST)).toBeNull();
    act(() => browser.permit('denied'));
    await screen.findByText(LOST);
    document.body.innerHTML = '';
    render(<PushBar />, {
      wrapper: ({ children }) => (
        <MemoryRouter initialEntries={['/app/check']}>{children}</MemoryRouter>
      ),
    });
    expect(screen.queryByText(LOST)).toBeNull();
  });
});

describe('another test', () => {
  it.each([
    ['is not asked for while the last one counts', PROVEN, browserVersion(), false],
    ['is asked for after 30 days', { ...PROVEN, readyByPush: false }, browserVersion(), true],
    ['is asked for after an update of the browser', PROVEN, 'an older version', true],
  ])('%s', async (_when, saved, browser, isAsked) => {
    savePush({ browser });
    await open(saved);
    await vi.waitFor(() => expect(offer.current === AGAIN).toBe(isAsked));
    expect(screen.queryByText(LOST)).toBeNull();
  });
});
