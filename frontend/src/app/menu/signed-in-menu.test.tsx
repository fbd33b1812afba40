import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useMe } from '../../lib/session/me.js';
import { ADMIN, ANNA, signInAs } from '../../testing/server.js';
import { AdminLinks, TabBar, WideMenu } from './signed-in-menu.js';

const CODES = '/admin/codes';

function show(menu: React.JSX.Element, path = '/app'): (string | null)[] {
  render(<MemoryRouter initialEntries={[path]}>{menu}</MemoryRouter>);
  return screen.getAllByRole('link').map((link) => link.textContent);
}
const marked = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);

it('shows an administrator the links to the pages that they may open', async () => {
  await signInAs(ADMIN);
  const names = [
    'Larmpanel',
    'Profil',
    'Åtkomstkoder',
    'Alla hus',
    'Lösenordslänk',
    'Händelser',
    'Driftläge',
  ];
  expect(show(<WideMenu />)).toEqual(names);
  expect(marked()).toEqual(['Larmpanel']);
});

it('shows other users no link to those', async () => {
  await signInAs(ANNA);
  expect(show(<WideMenu />)).toEqual(['Larmpanel', 'Profil']);
});

it('has one tab for all pages of an administrator, who finds the others above the page', async () => {
  await signInAs(ADMIN);
  expect(show(<TabBar />, '/admin/passwords')).toEqual(['Larm', 'Profil', 'Admin']);
  expect(marked()).toEqual(['Admin']);
});

it('lists the pages for administrators above each of them', async () => {
  await signInAs(ADMIN);
  expect(show(<AdminLinks />, CODES)).toEqual([
    'Åtkomstkoder',
    'Alla hus',
    'Lösenordslänk',
    'Händelser',
    'Driftläge',
  ]);
  expect(marked()).toEqual(['Åtkomstkoder']);
});

it('marks the tab of a page below another one', async () => {
  await signInAs(ANNA);
  show(<TabBar />, '/app/profile/close');
  expect(marked()).toEqual(['Profil']);
});

it('shows a manager how many members wait', async () => {
  await signInAs(ANNA);
  const building = { id: 'b', name: 'Huset', address: 'Storgatan 12' };
  const own = { id: 'm', building, status: 'active', role: 'manager', maySend: true } as const;
  const memberships = [{ ...own, name: 'Anna', apartment: '1201', waiting: 2 }];
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships, demo: false } });
  expect(show(<TabBar />)).toEqual(['Larm', 'Historik', 'Huset (2)', 'Profil']);
});
