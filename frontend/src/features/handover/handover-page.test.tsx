import type { HandoverSheet } from '@contract/handover';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, refuse, serve, signInAs, unreachable } from '../../testing/server.js';
import { whole } from '../../testing/whole-text.js';
import HandoverPage from './handover-page.js';

const TOKEN = 'a'.repeat(43);
const PATH = `GET /handover/${TOKEN}`;
const KARL = { membershipId: 'm1', name: 'Karl Ek', home: { apartment: '1301' } };
const SHEET: HandoverSheet = {
  building: { name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' },
  alarm: {
    id: 'a1',
    buildingId: 'b1',
    type: 'fire',
    exercise: false,
    status: 'active',
    sender: KARL,
    note: 'Rök i trapphuset',
    witnesses: [],
    witnessCount: 0,
    needHelp: [
      {
        membershipId: 'm2',
        name: 'Lisa Ny',
        home: { entrance: 'A', apartment: '1102' },
        place: 'Badrummet',
        at: '2026-11-27T13:05:22.000Z',
      },
    ],
    raisedAt: '2026-11-27T13:03:00.000Z',
    expiresAt: '2026-11-27T14:03:00.000Z',
  },
  homes: [
    { apartment: '1102', names: ['Lisa Ny'], level: 'responded', response: 'need_help' },
    { apartment: '1201', names: ['Anna Berg'], level: 'unreached' },
    { apartment: '1202', names: ['Eva Ek'], level: 'responded', response: 'safe' },
  ],
  outside: [{ apartment: '1001' }, { apartment: '1101' }, { entrance: 'A', apartment: '1103' }],
  rescueNote: 'Nyckeltub vid porten.',
  serverNow: '2026-11-27T13:05:30.000Z',
};
const OVER = () => refuse(404, 'handover.over', 'Larmet är avslutat.');

beforeEach(() => {
  vi.useFakeTimers();
  window.location.hash = TOKEN;
});
afterEach(() => vi.useRealTimers());

const settled = () => act(() => vi.advanceTimersByTimeAsync(0));
async function open(answer: () => Response | Promise<Response>) {
  const asked = serve({ [PATH]: answer });
  render(
    <MemoryRouter>
      <HandoverPage />
    </MemoryRouter>,
  );
  await settled();
  return asked;
}
const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);

it('shows a type of a newer server as another danger', async () => {
  await open(() => ok({ ...SHEET, alarm: { ...SHEET.alarm, type: 'flood' } }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Annan fara');
});

it('begins with who needs help, and has no sign-in', async () => {
  const asked = await open(() => ok(SHEET));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Brand');
  expect(headings()).toEqual([
    'Behöver hjälp',
    'Inget svar (1)',
    'Svarat (1)',
    'Inte med i ResQ (3)',
    'Från husets ansvariga',
  ]);
  screen.getByText(
    whole('Lägenhet 1102, uppgång A, plan 1, 1 trappa upp, Lisa Ny, Badrummet, kl. 14.05.22'),
  );
  screen.getByText(whole('Lägenhet 1201, plan 2, 2 trappor upp, Anna Berg: inte nådd'));
  for (const floor of ['Entréplan: 1001', 'Plan 1, 1 trappa upp: 1101']) {
    screen.getByText(whole(floor));
  }
  screen.getByText(whole('Uppgång A, plan 1, 1 trappa upp: 1103'));
  screen.getByText('Nyckeltub vid porten.');
  expect(asked[0]?.headers.get('authorization')).toBeNull();
});

it('calls every part of an exercise by that name', async () => {
  await open(() => ok({ ...SHEET, alarm: { ...SHEET.alarm, exercise: true } }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('ÖVNING: Brand');
  expect(headings().every((text) => text?.startsWith('ÖVNING'))).toBe(true);
});

it('is gone ten seconds after the alarm, and asks no more', async () => {
  let answer = () => ok(SHEET);
  const asked = await open(() => answer());
  answer = OVER;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  screen.getByText('Larmet är avslutat. Bladet visas inte längre.');
  expect(document.body.textContent).not.toMatch(/Lisa|Storgatan|1102/);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked).toHaveLength(2);
});

it('says that it is old while the server cannot be reached', async () => {
  let answer: () => Response | Promise<Response> = () => ok(SHEET);
  await open(() => answer());
  answer = unreachable;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByRole('status').textContent).toMatch(/^Ingen kontakt med servern\./);
  screen.getByText('Uppdaterad kl. 14.05.30');
  answer = () => ok(SHEET);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.queryByText(/Ingen kontakt/)).toBeNull();
});

it('shows the other sheet, and at no time the first, when its link is opened in the same tab', async () => {
  await open(() => ok(SHEET));
  const other = 'b'.repeat(43);
  let answer: () => Response | Promise<Response> = unreachable;
  serve({ [`GET /handover/${other}`]: () => answer() });
  await act(async () => {
    window.location.hash = other;
    window.dispatchEvent(new Event('hashchange'));
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(document.body.textContent).not.toMatch(/Lisa|Storgatan|1102/);
  answer = () => ok({ ...SHEET, building: { name: 'BRF Kajen', address: 'Kajen 1, Umeå' } });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  screen.getByText(whole(/Kajen 1/));
});

it('makes a manager’s link, and has it in its address', async () => {
  const id = '0b6e2b0e-3c1f-4f9e-9d5a-2f6c1a7b8c9d';
  vi.useRealTimers();
  await signInAs();
  window.location.hash = id;
  const url = `http://localhost/handover#${TOKEN}`;
  const asked = serve({
    [`POST /alarms/${id}/handover`]: () => ok({ url, expiresAt: SHEET.alarm.expiresAt }, 201),
    [PATH]: () => ok(SHEET),
  });
  render(
    <MemoryRouter>
      <HandoverPage />
    </MemoryRouter>,
  );
  await screen.findByText('Nyckeltub vid porten.');
  expect(window.location.hash).toBe(`#${TOKEN}`);
  // happy-dom reports a change of the fragment by script too, and the sheet is read again.
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it.each<[string, Partial<HandoverSheet['alarm']>, string]>([
  ['a fire', { type: 'fire' }, 'kan hjälpa till'],
  ['another alarm', { type: 'medical' }, 'kommer'],
])('says of who offers to come in %s what the sender reads', async (_, alarm, words) => {
  const homes: HandoverSheet['homes'] = [
    { apartment: '1302', names: ['Bo Ek'], level: 'responded', response: 'coming' },
  ];
  await open(() => ok({ ...SHEET, alarm: { ...SHEET.alarm, ...alarm }, homes }));
  screen.getByText(whole(`Lägenhet 1302, plan 3, 3 trappor upp, Bo Ek: ${words}`));
});

it('says of who heard an exercise that they heard it', async () => {
  const homes: HandoverSheet['homes'] = [
    { apartment: '1302', names: ['Bo Ek'], level: 'responded', response: 'safe' },
  ];
  await open(() => ok({ ...SHEET, alarm: { ...SHEET.alarm, exercise: true }, homes }));
  screen.getByText(whole('Lägenhet 1302, plan 3, 3 trappor upp, Bo Ek: hörde övningen'));
});
