import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok, refuse, serve, signInAs, unreachable } from '../../testing/server.js';
import { whole } from '../../testing/whole-text.js';
import { RemindSeveral } from './remind-several.js';

const MEMBERS = [
  { id: 'anna', name: 'Anna Berg', home: { apartment: '1001' } },
  { id: 'karl', name: 'Karl Ek', home: { entrance: 'B', apartment: '1301' } },
  { id: 'lisa', name: 'Lisa Ny', home: { apartment: '1102' } },
  { id: 'otto', name: 'Otto Al', home: { apartment: '1103' } },
];
const reached = () => ok({ pushed: true });
const answersOf = (answers: Record<string, () => Response | Promise<Response>>) =>
  Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => [
      `POST /buildings/b1/members/${id}/remind`,
      answer,
    ]),
  );

beforeEach(() => signInAs());

const open = () =>
  render(
    <RemindSeveral buildingId="b1" members={MEMBERS}>
      Påminn alla
    </RemindSeveral>,
  );

it('names whom the reminder does not reach, with what to do, and tries again where it failed', async () => {
  serve(
    answersOf({
      anna: reached,
      karl: () => ok({ pushed: false }),
      lisa: () => refuse(409, 'membership.reminded_lately', 'x'),
      otto: unreachable,
    }),
  );
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Påminn alla' }));
  await screen.findByText('2 av 4 är påminda.');
  expect(document.activeElement, 'the pressed button is gone').toBe(screen.getByRole('status'));
  screen.getByText(
    whole('Ser påminnelsen först i ResQ: Karl Ek (B 1301). Säg till på annat sätt också.'),
  );
  screen.getByText(whole(/^Redan påmind det senaste dygnet: Lisa Ny \(1102\)\. Säg till/));
  screen.getByText(whole(/^Inte påmind: Otto Al \(1103\)\./));

  const asked = serve(answersOf({ otto: reached }));
  fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
  await screen.findByText('3 av 4 är påminda.');
  expect(asked).toHaveLength(1);
  expect(screen.queryByText(whole(/^Inte påmind/))).toBeNull();
  screen.getByText(whole(/Karl Ek/));
});

it('names nobody when all are reached', async () => {
  serve(answersOf({ anna: reached, karl: reached, lisa: reached, otto: reached }));
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Påminn alla' }));
  await screen.findByText('4 av 4 är påminda.');
  expect(document.querySelector('p')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
