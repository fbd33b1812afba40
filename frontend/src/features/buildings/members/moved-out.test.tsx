import type { CreatedLetter, Member } from '@contract/http';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refuse, serve, signInAs } from '../../../testing/server.js';
import { whole } from '../../../testing/whole-text.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import { Members } from './building-page.js';

const BUILDING = { id: 'b1', name: 'BRF Storgatan', address: 'Storgatan 12, Umeå' };
const member = (id: string, name: string, status: Member['status'] = 'active'): Member => ({
  id,
  name,
  apartment: '1301',
  status,
  role: 'resident',
  maySend: true,
  joinedAt: '2026-11-01T10:00:00.000Z',
  readiness: 'away',
  testedAt: null,
});
const gone = (one: Member) => () => ok({ ...one, status: 'revoked' });
const KARL = member('karl', 'Karl Ek');
const LISA = member('lisa', 'Lisa Ny');
const LETTER: CreatedLetter = {
  id: 'i',
  apartment: '1301',
  url: 'http://localhost/join#token',
  code: 'K7QM2XPA9TFW',
  expiresAt: '2027-01-21T10:00:00.000Z',
};
const page =
  (...items: object[]) =>
  () =>
    ok({ items, next: null });

const made: object[] = [];

beforeEach(async () => {
  made.length = 0;
  useToasts.setState({ toasts: [] });
  await signInAs();
});

async function open(members: Member[], answers = {}) {
  const asked = serve({
    'GET /buildings/b1/members': page(...members),
    'GET /buildings/b1/homes': page({ apartment: '1301', listed: true }),
    ...answers,
  });
  render(
    <MemoryRouter>
      <Members building={BUILDING} ownId="anna" onMade={(one) => made.push(one)} />
      <Toasts />
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { name: 'Att göra' });
  return asked;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const tick = (name: string) => fireEvent.click(screen.getByLabelText(name));
const changes = (asked: { method: string; path: string }[]) =>
  asked.flatMap(({ method, path }) => (method === 'PATCH' ? [path.split('/').at(-1)] : []));

describe('a home that people have moved out of', () => {
  it('loses those who are ticked, and gets a letter for the next', async () => {
    const asked = await open([KARL, LISA], {
      'PATCH /buildings/b1/members/karl': gone(KARL),
      'PATCH /buildings/b1/members/lisa': gone(LISA),
      'POST /buildings/b1/invitations/letters': page(LETTER),
    });
    press('Har flyttat lägenhet 1301');
    press('Ta bort 2');
    await waitFor(() => expect(made).toEqual([{ letters: [LETTER], address: BUILDING.address }]));
    expect(changes(asked)).toEqual(['karl', 'lisa']);
    expect(asked.at(-1)?.body).toEqual({ homes: [{ apartments: ['1301'] }] });
  });

  it('retains who stays, and needs no letter', async () => {
    const asked = await open([KARL, LISA], { 'PATCH /buildings/b1/members/karl': gone(KARL) });
    press('Har flyttat lägenhet 1301');
    tick('Lisa Ny');
    tick('Skapa ett brev till nästa');
    press('Ta bort 1');
    expect(await screen.findByText(whole('Karl Ek är borttagen.'))).toBeTruthy();
    expect(changes(asked)).toEqual(['karl']);
    expect(asked.some(({ path }) => path.endsWith('/letters'))).toBe(false);
  });

  it('gets no letter while somebody could not be removed, and says why', async () => {
    const text = 'Huset måste ha en ansvarig.';
    const asked = await open([KARL, LISA], {
      'PATCH /buildings/b1/members/karl': gone(KARL),
      'PATCH /buildings/b1/members/lisa': () => refuse(409, 'building.last_manager', text),
    });
    press('Har flyttat lägenhet 1301');
    press('Ta bort 2');
    expect(await screen.findByText('1 av 2 är borttagna.')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(asked.some(({ path }) => path.endsWith('/letters'))).toBe(false);
  });
});

describe('several who wait', () => {
  const waiting = ['a', 'b', 'c'].map((id) => member(id, `Granne ${id}`, 'pending'));

  it('are answered together; who could not be answered stays', async () => {
    const asked = await open(waiting, {
      'PATCH /buildings/b1/members/a': () => ok({ ...waiting[0], status: 'active' }),
      'PATCH /buildings/b1/members/b': () => refuse(429, 'request.rate_limited', 'Försök igen.'),
    });
    tick('Markera alla');
    tick('Granne c');
    press('Godkänn 2');
    expect(await screen.findByText(/1 av 2 har fått svar/)).toBeTruthy();
    expect(changes(asked)).toEqual(['a', 'b']);
    expect(screen.getByLabelText<HTMLInputElement>('Granne b').checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Granne c').checked).toBe(false);
  });
});
