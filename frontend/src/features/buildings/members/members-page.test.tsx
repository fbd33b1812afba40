import type { BoardToDo } from '@contract/exercises';
import type { ListedHome, Member } from '@contract/http';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refuse, serve, signInAs } from '../../../testing/server.js';
import { whole } from '../../../testing/whole-text.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import { byEntrance, matching, viewsOf } from './homes-view.js';
import { Members } from './building-page.js';

const BUILDING = { id: 'b1', name: 'BRF Storgatan', address: 'Storgatan 12, Umeå' };
const member = (
  id: string,
  name: string,
  apartment: string,
  more: Partial<Member> = {},
): Member => ({
  id,
  name,
  apartment,
  status: 'active',
  role: 'resident',
  maySend: true,
  joinedAt: '2026-11-01T10:00:00.000Z',
  readiness: 'away',
  testedAt: null,
  ...more,
});
const ANNA = member('anna', 'Anna Berg', '1001', { role: 'manager', readiness: 'ready' });
const KARL = member('karl', 'Karl Ek', '1002', { entrance: 'Uppg. A' });
const NILS = member('nils', 'Nils Ny', '1002', { status: 'pending' });
const listed = (apartment: string): ListedHome => ({ entrance: 'A', apartment, listed: true });
const invitedUntil = '2027-01-21T10:00:00.000Z';
const HOMES = [...['1001', '1002', '1003'].map(listed), { ...listed('1004'), invitedUntil }];
const page = (items: object[]) => () => ok({ items, next: null });
const toDo = (more: Partial<BoardToDo>) => () => ok({ practised: true, displaysAway: [], ...more });

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs();
});

async function open(answers = {}, address = '/building') {
  const asked = serve({
    'GET /buildings/b1/members': page([ANNA, KARL, NILS]),
    'GET /buildings/b1/homes': page(HOMES),
    'GET /buildings/b1/to-do': toDo({}),
    ...answers,
  });
  render(
    <MemoryRouter initialEntries={[address]}>
      <Members building={BUILDING} ownId="anna" onMade={() => undefined} />
      <Toasts />
    </MemoryRouter>,
  );
  await screen.findByText('2 av 4 lägenheter är med. 1 är redo.');
  document.querySelectorAll('summary').forEach((one) => fireEvent.click(one));
  return asked;
}
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const rows = () => screen.queryAllByRole('heading', { level: 4 }).map((one) => one.textContent);

describe('the page', () => {
  it('says who is with it, what there is to do, and who lives where', async () => {
    await open();
    const todo = within(screen.getByRole('region', { name: 'Att göra' }));
    expect(todo.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      '1 väntar på godkännande',
      '1 lägenhet är inte medSkriv ut brev',
      '1 lägenhet är inte testadPåminn alla',
    ]);
    screen.getByText('Bor redan där:', { exact: false });
    expect(rows()).toEqual(['1001', '1002', '1003', '1004']);
    screen.getByText('Inbjudan till den 21 januari 2027');
    screen.getByText('2 av 4 är med');
  });

  it('asks for an exercise after half a year, and for a display that is away', async () => {
    const displaysAway = [{ id: 'k', place: 'Trapphus B' }];
    await open({ 'GET /buildings/b1/to-do': toDo({ practised: false, displaysAway }) });
    await screen.findByText('Ingen övning på sex månader');
    expect(await screen.findAllByText(whole('Skärmen Trapphus B är frånkopplad'))).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Planera' }).getAttribute('href')).toBe(
      '/building/exercises',
    );
  });

  it('has nothing to do once all are tested and an exercise is planned', async () => {
    const tested = { ...KARL, testedAt: '2026-11-20T10:00:00.000Z' };
    await open({
      'GET /buildings/b1/members': page([{ ...ANNA, testedAt: tested.testedAt }, tested]),
      'GET /buildings/b1/homes': page(HOMES.map((home) => ({ ...home, invitedUntil }))),
    });
    await screen.findByText('Allt är gjort.');
  });

  it('finds by name and number, and filters by the address', async () => {
    await open({}, '/building?show=missing');
    expect(rows()).toEqual(['1003', '1004']);
    fireEvent.change(screen.getByLabelText('Visa'), { target: { value: 'all' } });
    fireEvent.change(screen.getByLabelText('Sök namn eller lägenhet'), { target: { value: 'ek' } });
    expect(rows()).toEqual(['1002']);
    fireEvent.change(screen.getByLabelText('Sök namn eller lägenhet'), {
      target: { value: '130' },
    });
    screen.getByText(whole('Ingen träff på ”130”.'));
    screen.getByRole('button', { name: 'Visa alla' }).focus();
    click('Visa alla');
    expect(rows()).toHaveLength(4);
    expect(document.activeElement?.textContent).toBe('Lägenheter');
  });
});

describe('a member', () => {
  it('is reminded, and the manager reads when no push can reach them', async () => {
    await open({ 'POST /buildings/b1/members/karl/remind': () => ok({ pushed: false }) });
    click(/^Påminn Karl Ek/);
    await screen.findByText(whole('Karl Ek ser den först i ResQ. Säg till på annat sätt också.'));
  });

  it('is removed after a question, and can be brought back in the same row', async () => {
    const asked = await open({
      'PATCH /buildings/b1/members/karl': () => ok({ ...KARL, status: 'revoked' }),
    });
    const [, acts] = screen.getAllByRole('button', { name: 'Ta bort' });
    fireEvent.click(acts!);
    acts!.focus();
    screen.getByText(whole('Karl Ek får inga fler larm från BRF Storgatan.'));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ta bort' }));
    await screen.findByText(whole('Karl Ek är borttagen.'));
    expect(asked.at(-1)?.body).toEqual({ status: 'revoked' });
    const undo = screen.getByRole('button', { name: 'Ångra' });
    expect(document.activeElement).toBe(undo);
    serve({ 'PATCH /buildings/b1/members/karl': () => ok(KARL) });
    fireEvent.click(undo);
    await waitFor(() => expect(screen.queryByText(whole('Karl Ek är borttagen.'))).toBeNull());
    expect(document.activeElement?.textContent).toBe('Karl Ek');
  });

  it('is paused with a reason', async () => {
    const asked = await open({
      'PATCH /buildings/b1/members/karl': () => ok({ ...KARL, maySend: false }),
    });
    fireEvent.click(screen.getAllByRole('button', { name: 'Pausa rätten att larma' })[1]!);
    fireEvent.change(screen.getByLabelText('Skäl (valfritt)'), { target: { value: 'Tre falska' } });
    click('Pausa');
    await screen.findByText('Får inte larma');
    expect(asked.at(-1)?.body).toEqual({ maySend: false, pauseReason: 'Tre falska' });
  });

  it('is not paused with a reason that is too long, until it is shorter', async () => {
    const asked = await open({
      'PATCH /buildings/b1/members/karl': () => ok({ ...KARL, maySend: false }),
    });
    fireEvent.click(screen.getAllByRole('button', { name: 'Pausa rätten att larma' })[1]!);
    const field = screen.getByLabelText<HTMLInputElement>('Skäl (valfritt)');
    expect(field.maxLength).toBe(-1);
    fireEvent.change(field, { target: { value: 'x'.repeat(201) } });
    const { length } = asked;
    click('Pausa');
    screen.getByText('Skälet får max vara 200 tecken');
    expect(document.activeElement).toBe(field);
    expect(asked).toHaveLength(length);
    fireEvent.change(field, { target: { value: 'x'.repeat(200) } });
    expect(field.hasAttribute('aria-invalid')).toBe(false);
    click('Pausa');
    await screen.findByText('Får inte larma');
  });

  it('stays when the server refuses', async () => {
    const text = 'Utse en ny ansvarig först.';
    await open({
      'PATCH /buildings/b1/members/anna': () => refuse(409, 'building.last_manager', text),
    });
    click('Ta bort som ansvarig');
    fireEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Ta bort som ansvarig' }),
    );
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });
});

it('a home that somebody waits for stays, and the manager reads what to do', async () => {
  const text = 'Någon bor i lägenheten eller väntar på att komma med. Ta bort personen först.';
  await open({ 'PATCH /buildings/b1/homes': () => refuse(409, 'home.in_use', text) });
  const [remove] = screen.getAllByRole('button', { name: 'Ta bort lägenheten' });
  fireEvent.click(remove!);
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Ta bort lägenheten' }));
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(rows()).toEqual(['1001', '1002', '1003', '1004']);
});

it('a home is removed, and the heading of the list takes the focus', async () => {
  await open({ 'PATCH /buildings/b1/homes': () => ok({}) });
  const [remove] = screen.getAllByRole('button', { name: 'Ta bort lägenheten' });
  fireEvent.click(remove!);
  serve({
    'PATCH /buildings/b1/homes': () => ok({}),
    'GET /buildings/b1/members': page([ANNA, KARL, NILS]),
    'GET /buildings/b1/homes': page(HOMES.filter(({ apartment }) => apartment !== '1003')),
  });
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Ta bort lägenheten' }));
  remove!.focus();
  await waitFor(() => expect(rows()).toEqual(['1001', '1002', '1004']));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Lägenheter' }));
});

it('a removed member is neither reminded with the others, nor counts as tested', async () => {
  const lisa = member('lisa', 'Lisa Ny', '1002', { entrance: 'A' });
  const tested = { ...lisa, testedAt: '2026-11-20T10:00:00.000Z' };
  const asked = await open({
    'GET /buildings/b1/members': page([ANNA, KARL, { ...tested, status: 'revoked' }]),
    'POST /buildings/b1/members/karl/remind': () => ok({ pushed: true }),
  });
  click('Påminn alla');
  await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('/remind'))).toHaveLength(1));
  expect(asked.find(({ path }) => path.endsWith('/remind'))?.path).toContain('karl');
});

describe('the view', () => {
  it('puts members and invitations to the home however its entrance is spelled', () => {
    const views = viewsOf(HOMES, [ANNA, KARL]);
    const unlisted = viewsOf([{ apartment: '1401', listed: false }, ...HOMES], []);
    expect(byEntrance(unlisted).map(({ name, homes }) => [name, homes.length])).toEqual([['A', 5]]);
    expect(views.map(({ state, invitedUntil }) => [state, invitedUntil !== undefined])).toEqual([
      ['ready', false],
      ['away', false],
      ['missing', false],
      ['missing', true],
    ]);
    expect(byEntrance(views).map(({ name, homes }) => [name, homes.length])).toEqual([['A', 4]]);
    expect(matching(views, 'notReady', '')).toHaveLength(1);
    expect(matching(views, 'untested', 'karl')).toHaveLength(1);
  });
});
