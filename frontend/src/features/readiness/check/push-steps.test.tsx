import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceId } from '../../../lib/browser/ids.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { useConnection } from '../../../lib/realtime/socket.js';
import { wire } from '../../../testing/wire.js';
import { useMe } from '../../../lib/session/me.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { ok, serve, signInAs, unreachable } from '../../../testing/server.js';
import { updatePush, usePush } from '../push-state.js';
import { acceptReports } from '../testing/devices.js';
import { type FakePush, fakePush, KEY, removeFakePush } from '../testing/push.js';
import CheckPage from './check-page.js';

vi.mock('socket.io-client', () => import('../../../testing/wire.js'));

const NOW = new Date('2026-11-21T13:05:22.000Z');
const TODAY = NOW.toISOString();
const page = () => screen.getByRole('main').textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
};
const HELP = 'Aviseringar är blockerade.';

let browser: FakePush;
let asked: ReturnType<typeof serve>;
const answers = () => ({
  'GET /push/key': () => ok({ key: KEY }),
  'POST /push/subscriptions': () => ok({ id: 's' }, 201),
  'POST /push/test': () => ok({ testId: 't', sent: 1 }),
  'GET /devices': () => ok({ items: [{ id: deviceId(), ...saved }], next: null }),
});
/** The server's record of this device. */
let saved: object;

beforeEach(async () => {
  await signInAs();
  vi.useFakeTimers({ now: NOW });
  wire.reset();
  wire.connected = true;
  acceptReports({ testedAt: TODAY });
  useConnection.setState({ status: 'connected', downSince: undefined });
  useSound.setState({ state: 'armed', playing: null });
  useDeviceAck.setState({ build: 'dev', testedAt: TODAY }, true);
  usePush.setState({ saved: undefined });
  saved = { pushSubscription: 'live', pushTestedAt: null, readyByPush: false };
  useMe.setState({ status: 'ready', me: { memberships: [{ status: 'active' }] } as never });
});
afterEach(removeFakePush);

function open(permission?: NotificationPermission, by: object = answers()) {
  if (permission) browser = fakePush(permission);
  updatePush();
  asked = serve(by as ReturnType<typeof answers>);
  render(
    <main>
      <CheckPage />
    </main>,
    { wrapper: MemoryRouter },
  );
}

/** Turns notifications on and sends a test. */
async function send() {
  await press('Slå på aviseringar');
  await press('Skicka testavisering');
}

describe('the permission', () => {
  it('is asked for only in the press, below the reason', async () => {
    open('default');
    expect(page()).toContain(
      'Då når larm dig när fliken är dold eller stängd. Vi skickar larm, övningar och besked om huset. Ingen reklam.',
    );
    await pass(60_000);
    expect(browser.requestPermission).not.toHaveBeenCalled();
    await press('Slå på aviseringar');
    expect(browser.requestPermission).toHaveBeenCalledTimes(1);
    expect(page()).toContain('2. AviseringarKlart');
    expect(document.activeElement?.textContent).toBe('Aviseringar är på.');
    expect(page()).toContain('Testaviseringen är kvar.');
  });

  it('that is denied leads to help for the browser', async () => {
    open('default');
    browser.answer = 'denied';
    await press('Slå på aviseringar');
    expect(page()).toContain('2. AviseringarFungerar inte');
    expect(document.activeElement?.textContent).toContain(HELP);
    const browsers = screen.getByRole('combobox', { name: 'Din webbläsare' });
    fireEvent.change(browsers, { target: { value: 'safariMac' } });
    expect(page()).toContain('Välj Tillåt för den här adressen.');
    expect(page()).toContain('Tillåt dem i Safaris inställningar.');
    expect(screen.queryByRole('button', { name: 'Slå på aviseringar' })).toBeNull();
  });

  it('that was denied before is shown, and nobody is asked', async () => {
    open('denied');
    await pass(60_000);
    expect(page()).toContain('2. AviseringarFungerar inte');
    expect(page()).toContain(HELP);
    expect(screen.queryByRole('button', { name: 'Slå på aviseringar' })).toBeNull();
    expect(browser.requestPermission).not.toHaveBeenCalled();
  });

  it('that is not decided can be asked for again', async () => {
    open('default');
    browser.answer = 'default';
    await press('Slå på aviseringar');
    expect(page()).toContain('Frågan är inte besvarad.');
    screen.getByRole('button', { name: 'Slå på aviseringar' });
    expect(asked).toEqual([]);
  });

  it('does not count before the server has saved the subscription', async () => {
    open('default', { ...answers(), 'POST /push/subscriptions': unreachable });
    await press('Slå på aviseringar');
    expect(page()).toContain('Aviseringar är inte på. Kontrollera anslutningen och försök igen.');
    expect(page()).toContain('Slå på aviseringar först.');
  });
});

describe('a browser that cannot ask', () => {
  it('on an iPhone is told to use the home screen', () => {
    vi.stubGlobal('isSecureContext', true);
    Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
    open();
    Reflect.deleteProperty(navigator, 'standalone');
    expect(page()).toContain('Tryck på Dela. Välj Lägg till på hemskärmen. Öppna ResQ därifrån.');
  });

  it('is told that push needs https', () => {
    vi.stubGlobal('isSecureContext', false);
    open();
    expect(page()).toContain('Aviseringar kräver en säker adress, som börjar med https.');
  });
});

describe('the test push', () => {
  const arrive = (testId = 't') =>
    act(async () => {
      browser.post({ type: 'push:test', testId });
      await vi.advanceTimersByTimeAsync(0);
    });

  it('is asked about once the service worker has shown it, and makes the device ready', async () => {
    open('default');
    await send();
    expect(page()).toContain('Väntar på aviseringen …');
    expect(page()).toContain('3. TestaviseringKvar');
    await arrive('another');
    expect(page()).toContain('3. TestaviseringKvar');
    await arrive();
    expect(page()).toContain('3. TestaviseringKlart');
    expect(document.activeElement?.textContent).toBe('Såg du aviseringen?');
    saved = { pushSubscription: 'live', pushTestedAt: TODAY, readyByPush: true };
    await press('Ja');
    expect(page()).toContain('Den här enheten är redo. Senast testad i dag kl.\u00a014.05.');
  });

  it('fails after ten seconds, and when the push service took none', async () => {
    open('default');
    await send();
    await pass(9_900);
    expect(page()).not.toContain('Ingen avisering kom.');
    await pass(200);
    expect(page()).toContain(
      'Ingen avisering kom. Kontrollera Stör ej och systemets inställningar.',
    );
    expect(page()).toContain('3. TestaviseringFungerar inte');
    asked = serve({ ...answers(), 'POST /push/test': () => ok({ testId: 'u', sent: 0 }) });
    await press('Skicka igen');
    expect(page()).toContain('Ingen avisering kom.');
  });

  it('that comes late is asked about all the same', async () => {
    open('default');
    await send();
    await pass(11_000);
    await arrive();
    screen.getByText('Såg du aviseringen?');
  });

  it('that was not seen proves nothing, on the server too', async () => {
    open('default');
    await send();
    await arrive();
    await press('Nej');
    expect(page()).toContain('3. TestaviseringFungerar inte');
    expect(browser.subscribe).toHaveBeenCalledTimes(2);
    expect(page()).toContain('Nästan redo. Testaviseringen är kvar.');
  });

  it('that could not be sent says so', async () => {
    open('default', { ...answers(), 'POST /push/test': unreachable });
    await send();
    expect(page()).toContain('Testet är inte skickat.');
  });
});
