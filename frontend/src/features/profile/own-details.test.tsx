import type { Membership } from '@contract/http';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ANNA, ok, serve, signInAs } from '../../testing/server.js';
import { Toasts, useToasts } from '../../ui/toasts.js';
import { OwnDetails } from './own-details.js';

const OWN: Membership = {
  id: 'm1',
  building: { id: 'h1', name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' },
  role: 'resident',
  status: 'active',
  maySend: true,
  name: 'Anna Berg',
  apartment: '1201',
  entrance: 'B',
};

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs();
});

function open(answers = {}, membership = OWN) {
  const me = { user: ANNA, memberships: [membership], demo: false };
  const asked = serve({ 'GET /auth/me': () => ok(me), ...answers });
  render(
    <>
      <OwnDetails me={me} />
      <Toasts />
    </>,
  );
  return asked;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the user’s details', () => {
  it('are saved, including an empty entrance', async () => {
    const asked = open({ 'PATCH /memberships/m1': () => ok(OWN) });
    screen.getByText('anna@resq.example');
    screen.getByText('Grannarna ser bara namn och lägenhet.');
    type('Lägenhetsnummer', '1202');
    type('Uppgång (valfritt)', '');
    press('Spara');
    await screen.findByText('Uppgifterna är sparade');
    const change = asked.find(({ method }) => method === 'PATCH');
    expect(change?.body).toEqual({ name: 'Anna Berg', apartment: '1202', entrance: '' });
  });

  it('need no home of a manager who does not live in the building', async () => {
    const elsewhere = { ...OWN, role: 'manager' as const, apartment: '' };
    delete elsewhere.entrance;
    const asked = open({ 'PATCH /memberships/m1': () => ok(elsewhere) }, elsewhere);
    type('Namn', 'Anna Ek');
    press('Spara');
    await screen.findByText('Uppgifterna är sparade');
    const change = asked.find(({ method }) => method === 'PATCH');
    expect(change?.body).toEqual({ name: 'Anna Ek', entrance: '' });
  });

  it('ask nobody about another spelling of the entrance', () => {
    open();
    const about = () => document.body.textContent;
    type('Uppgång (valfritt)', 'Uppgång b');
    expect(about()).not.toContain('Styrelsen måste godkänna');
    type('Uppgång (valfritt)', 'C');
    expect(about()).toContain('Styrelsen måste godkänna');
  });

  it('show an error at the field, and are not sent', async () => {
    const asked = open();
    type('Lägenhetsnummer', '12');
    press('Spara');
    await screen.findByText('Ange fyra siffror i lägenhetsnumret');
    expect(asked.some(({ method }) => method === 'PATCH')).toBe(false);
  });
});
