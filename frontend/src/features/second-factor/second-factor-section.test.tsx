import type { Me, MembershipRole, SecondFactorStatus } from '@contract/http';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useMe } from '../../lib/session/me.js';
import { ADMIN, ANNA, nothing, ok, refuse, serve, signInAs } from '../../testing/server.js';
import { Toasts, useToasts } from '../../ui/toasts.js';
import { SecondFactorSection } from './second-factor-section.js';

const building = { id: 'h1', name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' };
const meAs = (role: MembershipRole): Me => ({
  user: ANNA,
  memberships: [
    {
      id: 'm1',
      building,
      role,
      status: 'active',
      maySend: true,
      name: 'Anna Berg',
      apartment: '1201',
    },
  ],
  demo: false,
});
const OFF: SecondFactorStatus = { onSince: null, recoveryCodesLeft: 0 };
const ON: SecondFactorStatus = { onSince: '2026-11-22T09:00:00.000Z', recoveryCodesLeft: 9 };
const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SET_UP = { secret: SECRET, url: `otpauth://totp/ResQ:anna?secret=${SECRET}` };
const CODES = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CCCC-DDD${'ABCDEFGHIJ'[n]}`);

const STATUS = 'GET /auth/second-factor';
const BEGIN = 'POST /auth/second-factor/set-up';
const TURN_ON = 'POST /auth/second-factor/turn-on';
const TURN_OFF = 'POST /auth/second-factor/turn-off';

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs();
  useMe.setState({ status: 'ready', me: meAs('manager') });
});

function open(answers: Parameters<typeof serve>[0], address = '/app/profile') {
  const asked = serve({
    [STATUS]: () => ok(OFF),
    'GET /auth/me': () => ok(useMe.getState().me),
    ...answers,
  });
  render(
    <MemoryRouter initialEntries={[address]}>
      <SecondFactorSection />
      <Toasts />
    </MemoryRouter>,
  );
  return asked;
}
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

/** Turns it on as far as the recovery codes. */
async function turnOn(answers: Parameters<typeof serve>[0] = {}) {
  let status = OFF;
  const asked = open({
    [STATUS]: () => ok(status),
    [BEGIN]: () => ok(SET_UP),
    [TURN_ON]: () => {
      status = ON;
      return ok({ recoveryCodes: CODES });
    },
    ...answers,
  });
  await press('Slå på');
  await type('Lösenord', 'hemligt');
  await press('Fortsätt');
  await type('Kod från appen', '123456');
  await press('Slå på');
  return asked;
}

describe('turning it on', () => {
  it('asks for the password, shows the secret and sends the first code', async () => {
    const asked = await turnOn();
    const heading = await screen.findByRole('heading', { name: 'Spara återställningskoderna' });
    expect(document.activeElement).toBe(heading);
    const posted = asked.filter(({ method }) => method === 'POST');
    expect(posted.map(({ path, body }) => [path, body])).toEqual([
      ['/auth/second-factor/set-up', { password: 'hemligt' }],
      ['/auth/second-factor/turn-on', { code: '123456' }],
    ]);
    for (const code of CODES) screen.getByText(code);
    await press('Jag har sparat koderna');
    await screen.findByText('På sedan 22 november 2026. 9 återställningskoder finns kvar.');
    expect(screen.queryByText(CODES[0]!)).toBeNull();
    expect(document.activeElement).toBe(await button('Stäng av'));
  });

  it('shows the secret as text, as a link and as a QR code with a name', async () => {
    open({ [BEGIN]: () => ok(SET_UP) });
    await press('Slå på');
    expect(document.activeElement).toBe(screen.getByLabelText('Lösenord'));
    await type('Lösenord', 'hemligt');
    await press('Fortsätt');
    await screen.findByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567');
    const link = screen.getByRole('link', { name: 'Öppna kodappen på den här enheten' });
    expect(link.getAttribute('href')).toBe(SET_UP.url);
    expect(document.activeElement?.textContent).toMatch(/^Skanna QR-koden/);
    expect(screen.queryByRole('button', { name: 'Använd en återställningskod' })).toBeNull();
    const picture = await screen.findByRole('img', { name: /^QR-kod/ });
    expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
    await press('Avbryt');
    expect(document.activeElement).toBe(await button('Slå på'));
  });

  it.each([
    [
      BEGIN,
      'Lösenord',
      'auth.wrong_password',
      'password',
      'Det nuvarande lösenordet stämmer inte.',
    ],
    [
      TURN_ON,
      'Kod från appen',
      'second_factor.wrong_code',
      'code',
      'Koden stämmer inte eller är redan använd.',
    ],
  ] as const)('shows a refusal of %s at its field', async (route, label, code, field, message) => {
    open({
      [BEGIN]: () => ok(SET_UP),
      [route]: () => refuse(403, code, message, { [field]: message }),
    });
    await press('Slå på');
    await type('Lösenord', 'hemligt');
    await press('Fortsätt');
    if (route === TURN_ON) {
      await type('Kod från appen', '123456');
      await press('Slå på');
    }
    await screen.findAllByText(message);
    await waitFor(() =>
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'),
    );
  });

  it('offers to copy, download and print the recovery codes', async () => {
    const writeText = vi.fn((_text: string) => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await turnOn();
    await press('Kopiera');
    await screen.findByText('Koderna har kopierats');
    expect(writeText).toHaveBeenCalledWith(CODES.join('\n'));
    await press('Skriv ut');
    expect(print).toHaveBeenCalledOnce();
    await button('Ladda ner');
  });
});

describe('turning it off', () => {
  it('takes a code or a recovery code', async () => {
    let status = ON;
    const asked = open({
      [STATUS]: () => ok(status),
      [TURN_OFF]: () => {
        status = OFF;
        return nothing();
      },
    });
    await press('Stäng av');
    await press('Använd en återställningskod');
    // As it is copied from the saved list: with its place, and another program's dashes.
    await type('Återställningskod', `1. ${CODES[0]!.replaceAll('-', '\u2011')}`);
    await press('Stäng av');
    await screen.findByText('Tvåstegsverifieringen är av');
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      code: 'AAAABBBBCCCCDDDA',
    });
    expect(document.activeElement).toBe(await button('Slå på'));
  });
});

describe('the section', () => {
  it('is for administrators and managers, and for whoever has it on', async () => {
    useMe.setState({ me: meAs('resident') });
    const asked = open({});
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('stays for a resident who has it on', async () => {
    useMe.setState({ me: meAs('resident') });
    open({ [STATUS]: () => ok({ ...ON, recoveryCodesLeft: 1 }) });
    await screen.findByText('På sedan 22 november 2026. 1 återställningskod finns kvar.');
  });

  it('says what it opens, and takes the focus when the administration led there', async () => {
    const me: Me = { user: ADMIN, memberships: [], demo: false, secondFactorMissing: true };
    useMe.setState({ me });
    open({}, '/app/profile#tvastegsverifiering');
    const text = await screen.findByText(
      'Administratörer behöver tvåstegsverifiering. Administrationen öppnas när den är på.',
    );
    expect(document.activeElement?.contains(text)).toBe(true);
  });

  it('can be loaded again', async () => {
    const answers = [() => refuse(500, 'system.failed', 'Ett fel uppstod'), () => ok(OFF)];
    open({ [STATUS]: () => answers.shift()!() });
    await press('Försök igen');
    await button('Slå på');
  });
});
