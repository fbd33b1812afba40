import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ok, serve, signInAs, unreachable } from '../../testing/server.js';
import { BuildingCard } from './panel-cards.js';

const page = (items: object[]) => () => ok({ items, next: null });

it('shows no homes of the building before when those of another cannot be loaded', async () => {
  await signInAs();
  serve({
    'GET /buildings/b1/homes': page([{ apartment: '1102', listed: true }]),
    'GET /buildings/b1/members': page([]),
    'GET /buildings/b2/homes': unreachable,
    'GET /buildings/b2/members': unreachable,
  });
  const card = (buildingId: string) => (
    <MemoryRouter>
      <BuildingCard buildingId={buildingId} isManager />
    </MemoryRouter>
  );
  const { rerender } = render(card('b1'));
  await screen.findByRole('link', { name: 'Till husets sida' });
  await act(() => Promise.resolve(rerender(card('b2'))));
  expect(screen.queryByRole('link')).toBeNull();
});
