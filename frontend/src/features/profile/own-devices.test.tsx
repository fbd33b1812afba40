import type { Device } from '@contract/devices';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { useMe } from '../../lib/session/me.js';
import { deviceId } from '../../lib/browser/ids.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { nothing, ok, serve, signInAs, unreachable } from '../../testing/server.js';
import { Toasts, useToasts } from '../../ui/toasts.js';
import { OwnDevices } from './own-devices.js';

const device = (id: string, label: string, more: Partial<Device> = {}): Device => ({
  id,
  label,
  connected: true,
  ready: true,
  sound: 'armed',
  push: 'off',
  lastSeenAt: '2026-11-03T13:05:00.000Z',
  testedAt: null,
  ...more,
});
const AWAY = { connected: false, ready: false, testedAt: '2025-11-03T13:05:00.000Z' };
const others = () => [
  device('d2', 'Chrome på Android', AWAY),
  device('d3', 'Edge på Windows', { ready: false, sound: 'blocked', push: 'denied' }),
  device('d4', 'Safari på iPhone', { push: 'on' }),
  device('d5', 'Safari på iPad', {
    testedAt: new Date().toISOString(),
    push: 'on',
    pushTestedAt: '2025-11-03T13:05:00.000Z',
    pushSubscription: 'dead',
  }),
];
// The list was read while this page was connecting, so it shows this device as disconnected.
const here = () => device(deviceId(), 'Firefox på Linux', AWAY);

let known: Device[];

beforeEach(async () => {
  known = [here(), ...others()];
  useToasts.setState({ toasts: [] });
  useDeviceAck.setState({}, true);
  await signInAs();
  useMe.setState({ status: 'ready', me: { memberships: [{ status: 'active' }] } as never });
});

async function open(answers = {}, here = 'Redo') {
  const asked = serve({
    'GET /devices': () => ok({ items: known, next: null }),
    ...answers,
  });
  render(
    <MemoryRouter>
      <OwnDevices ownReadiness={here} />
      <Toasts />
    </MemoryRouter>,
  );
  await screen.findByText('Chrome på Android');
  return asked;
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('the list of devices', () => {
  it('shows the state of each device, and links to a test of this one', async () => {
    await open();
    const cards = screen.getAllByRole('listitem');
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      'Firefox på LinuxDen här webbläsarenRedo · ljud testat 3 november 2025 · aviseringar avTestaByt namnTa bort',
      'Chrome på AndroidFrånkopplad sedan 3 november 2026 kl.\u00a014.05 · ljud testat 3 november 2025 · aviseringar avByt namnTa bort',
      'Edge på WindowsLjud av · ljudet inte testat · aviseringar blockeradeByt namnTa bort',
      'Safari på iPhoneLjudet inte testat · avisering inte testadTestaByt namnTa bort',
      expect.stringMatching(
        /^Safari på iPadRedo när sidan är öppen · ljud testat \d+ \p{L}+ · aviseringar har slutat fungera/u,
      ),
    ]);
  });

  it('shows a closed browser as ready while a test push has lately arrived there', async () => {
    const pushTestedAt = new Date().toISOString();
    known = [
      ...others(),
      device('d6', 'Chrome på Mac', { ...AWAY, push: 'on', pushTestedAt, readyByPush: true }),
    ];
    await open();
    const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts.at(-1)).toMatch(
      /^Chrome på MacRedo med avisering · ljud testat 3 november 2025 · avisering testad \d/,
    );
  });

  it.each(['dead', 'none'] as const)(
    'says that notifications have stopped where the subscription is %s, whatever was proven before',
    async (pushSubscription) => {
      const pushTestedAt = new Date().toISOString();
      const more = { ...AWAY, push: 'on', pushTestedAt, pushSubscription } as const;
      known = [...others(), device('d6', 'Chrome på Mac', more)];
      await open();
      const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
      expect(texts.at(-1)).toMatch(/^Chrome på MacFrånkopplad .*aviseringar har slutat fungera/);
    },
  );

  it('shows no device as ready to a user without a building', async () => {
    useMe.setState({ status: 'ready', me: { memberships: [] } as never });
    await open({}, 'Inget hus än');
    const list = screen.getByRole('list').textContent;
    expect(list).not.toContain('Redo');
    expect(list).toContain('Safari på iPadInget hus än · ljud testat');
  });

  it('loads again when the server has saved this device', async () => {
    known = others();
    await open();
    expect(screen.queryByText('Den här webbläsaren')).toBeNull();
    known = [here(), ...others()];
    act(() => useDeviceAck.setState({ build: 'abc', testedAt: null }));
    await screen.findByText('Den här webbläsaren');
  });

  it('does not load again when the server cuts the connection, which may end the session', async () => {
    useDeviceAck.setState({ build: 'abc', testedAt: null });
    const asked = await open();
    act(() => useDeviceAck.setState({}, true));
    await act(async () => {});
    expect(asked).toHaveLength(1);
  });

  it.each([
    [1, 'Testaviseringen är skickad'],
    [0, 'Ingen avisering skickades'],
  ])('sends a test push to another device (%i sent)', async (sent, words) => {
    const asked = await open({ 'POST /push/test': () => ok({ testId: 't', sent }) });
    press('Testa Safari på iPhone');
    await screen.findByText(words);
    expect(asked.at(-1)?.body).toEqual({ deviceId: 'd4' });
  });

  it('removes a device after a confirmation', async () => {
    const asked = await open({ 'DELETE /devices/d2': nothing });
    press(/^Ta bort Chrome på Android/);
    const question = within(screen.getByRole('dialog'));
    question.getByText('Ta bort Chrome på Android?');
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
    fireEvent.click(question.getByRole('button', { name: 'Ta bort' }));
    // A browser gives the focus back when it closes the dialog.
    screen.getByRole('button', { name: /^Ta bort Chrome på Android/ }).focus();
    await screen.findByText('Enheten är borttagen.');
    expect(screen.queryByText('Chrome på Android')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Enheter' }));
  });
});

describe('the name of a device', () => {
  const rename = async (name: string, answer: () => Response | Promise<Response>) => {
    known[1] = { ...known[1]!, name: 'Gamla plattan' };
    const asked = serve({
      'GET /devices': () => ok({ items: known, next: null }),
      'PATCH /devices/d2': answer,
    });
    render(
      <MemoryRouter>
        <OwnDevices ownReadiness="Redo" />
      </MemoryRouter>,
    );
    await screen.findByText('Gamla plattan');
    press('Byt namn på \u2068Gamla plattan\u2069');
    const field = screen.getByLabelText<HTMLInputElement>('Namn (valfritt)');
    expect(field.value).toBe('Gamla plattan');
    fireEvent.change(field, { target: { value: name } });
    press('Spara');
    return asked;
  };

  it('replaces its browser in the list, which stands beside it', async () => {
    const asked = await rename(' Köksplattan ', () => ok({ id: 'd2', name: 'Köksplattan' }));
    await screen.findByText('Köksplattan');
    expect(asked.at(-1)?.body).toEqual({ name: 'Köksplattan' });
    expect(screen.getByText(/^Chrome på Android · Frånkopplad sedan/)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is taken away by an empty one', async () => {
    const asked = await rename('', () => ok({ id: 'd2', name: null }));
    await screen.findByText('Chrome på Android');
    expect(asked.at(-1)?.body).toEqual({ name: '' });
  });

  it('of 41 characters is refused before it is sent', async () => {
    const asked = await rename('x'.repeat(41), () => ok({}));
    await screen.findByText('Namnet får max vara 40 tecken');
    expect(asked).toHaveLength(1);
  });

  it('that is not saved says so in its dialog', async () => {
    await rename('Köksplattan', unreachable);
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    await dialog.findByRole('alert', { hidden: true });
    expect(screen.getAllByText('Gamla plattan')).toHaveLength(2);
  });
});
