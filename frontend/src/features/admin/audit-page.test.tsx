import { AUDIT_ACTIONS, type AuditItem } from '@contract/audit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { useMe } from '../../lib/session/me.js';
import { ADMIN, ok, serve, signInAs, unreachable } from '../../testing/server.js';
import { Toasts, useToasts } from '../../ui/toasts.js';
import { ACTION_WORDS, AUDIT } from './admin.copy.js';
import AuditPage from './audit-page.js';

const item = (id: string, extra: Partial<AuditItem> = {}): AuditItem => ({
  id,
  at: '2026-11-03T13:05:22.700Z',
  action: 'membership.changed',
  details: {},
  ...extra,
});
const ITEMS = [
  item('e1', {
    actor: { id: 'u1', email: 'anna@resq.example' },
    building: 'BRF Storgatan 12',
    details: { role: 'manager' },
    seq: 7,
  }),
  item('e2', { action: 'account.closed', actor: { id: 'u2' } }),
  item('e3', { action: 'session.refused' }),
];
const ME = { 'GET /auth/me': () => ok({ user: ADMIN, memberships: [], demo: false }) };

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs(ADMIN);
  useMe.setState({ status: 'loading', me: undefined });
});

function open(answers: Parameters<typeof serve>[0]) {
  const asked = serve({ ...ME, ...answers });
  render(
    <MemoryRouter>
      <AuditPage />
      <Toasts />
    </MemoryRouter>,
  );
  return asked;
}
const rows = () => screen.queryAllByRole('row').slice(1);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('has Swedish words for every action and every group', () => {
  expect(Object.keys(ACTION_WORDS)).toEqual([...AUDIT_ACTIONS]);
  const groups = new Set(AUDIT_ACTIONS.map((action) => action.split('.')[0]));
  expect(Object.keys(AUDIT.groups)).toEqual([...groups]);
});

it('shows when, what, who and where, and marks an erased account', async () => {
  open({ 'GET /admin/audit': () => ok({ items: ITEMS, next: null }) });
  const cells = within((await screen.findAllByRole('row'))[1]!);
  cells.getByText('3 november 2026 14:05:22');
  cells.getByText('Ändrade ett medlemskap');
  cells.getByText('anna@resq.example');
  cells.getByText('BRF Storgatan 12');
  cells.getByText('roll: ansvarig');
  cells.getByText('Rad 7');
  within(rows()[1]!).getByText('Tidigare användare');
  within(rows()[1]!).getByText('Inte förseglad än');
  expect(within(rows()[2]!).queryByText('Tidigare användare')).toBeNull();
  screen.getByText('npm run audit:verify');
});

it('filters by group, and loads the next page', async () => {
  open({
    'GET /admin/audit': () => ok({ items: ITEMS, next: null }),
    'GET /admin/audit?action=account': () => ok({ items: [ITEMS[1]], next: 'c1' }),
    'GET /admin/audit?action=account&before=c1': () => ok({ items: [item('e9')], next: null }),
  });
  await waitFor(() => expect(rows()).toHaveLength(3));
  fireEvent.change(screen.getByLabelText('Händelser'), { target: { value: 'account' } });
  await waitFor(() => expect(rows()).toHaveLength(1));
  press('Visa fler');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(document.activeElement?.id).toBe('e9');
});

it('saves a file only when all pages were fetched', async () => {
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made.push(file as Blob);
    return 'blob:x';
  });
  const first = { 'GET /admin/audit': () => ok({ items: ITEMS, next: 'c1' }) };
  open(first);
  await screen.findByText('Ändrade ett medlemskap');
  press('Ladda ner som JSON');
  await screen.findByText('Kunde inte hämta alla händelser');
  expect(made).toEqual([]);
  serve({
    ...first,
    'GET /admin/audit?before=c1': () => ok({ items: [item('e9')], next: null }),
  });
  press('Ladda ner som JSON');
  await screen.findByText('4 händelser är nerladdade');
  const ids = (JSON.parse(await made[0]!.text()) as AuditItem[]).map(({ id }) => id);
  expect(ids).toEqual(['e1', 'e2', 'e3', 'e9']);
});

it('shows a failed load, and loads again on request', async () => {
  open({ 'GET /admin/audit': unreachable });
  await screen.findByText('Kunde inte ladda händelserna.');
  serve({ ...ME, 'GET /admin/audit': () => ok({ items: [], next: null }) });
  press('Försök igen');
  await screen.findByText('Inga sådana händelser.');
});
