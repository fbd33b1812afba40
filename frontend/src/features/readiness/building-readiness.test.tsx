import type { Readiness } from '@contract/devices';
import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { socket, useConnection } from '../../lib/realtime/socket.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { never, ok, serve } from '../../testing/server.js';
import { listenToReadiness } from '../../lib/realtime/building-readiness.js';
import { NeighboursReady } from './readiness-chip.js';
import { useTestOffer } from './use-readiness.js';

const counts = (neighboursReady: number, neighboursKnown = 14): Readiness => ({
  homesKnown: neighboursKnown + 1,
  homesReady: neighboursReady + 1,
  neighboursKnown,
  neighboursReady,
});
const publish = (readiness: Readiness) =>
  act(() => {
    socket
      .listeners('building:readiness')
      .forEach((listener) => listener({ buildingId: 'b', ...readiness }));
  });
const SHOW = 'GET /buildings/b';
let stop: () => void;

beforeEach(() => {
  useConnection.setState({ status: 'connected' });
  stop = listenToReadiness();
});
afterEach(() => stop());

const open = () => render(<NeighboursReady buildingId="b" />);

describe('the count on the panel', () => {
  it.each([
    [counts(8), '8 av 14 grannar är redo att ta emot larm.'],
    [counts(0), 'Ingen granne är redo just nu. Ring 112 först.'],
    [counts(0, 0), 'Ingen granne är med i huset än. Ring 112 först.'],
  ])('shows how many neighbours an alarm would reach', async (readiness, words) => {
    serve({ [SHOW]: () => ok(readiness) });
    open();
    await screen.findByText(words);
  });

  it('follows the published counts, and ignores an older answer', async () => {
    let answer: (response: Response) => void = () => undefined;
    const asked = serve({ [SHOW]: () => new Promise((resolve) => (answer = resolve)) });
    open();
    publish(counts(3));
    screen.getByText(/^3 av 14/);
    const late = ok(counts(9));
    const read = vi.spyOn(late, 'json');
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    answer(late);
    await vi.waitFor(() => expect(read).toHaveBeenCalled());
    await act(async () => {
      await read.mock.results[0]?.value;
      await new Promise((later) => setTimeout(later, 0));
    });
    screen.getByText(/^3 av 14/);
    publish(counts(2));
    screen.getByText(/^2 av 14/);
  });

  it('is hidden without a connection', () => {
    serve({ [SHOW]: never });
    const { container } = open();
    publish(counts(8));
    expect(container.textContent).toContain('8 av 14');
    act(() => useConnection.setState({ status: 'down' }));
    expect(container.textContent).toBe('');
  });
});

describe('the offer of a test', () => {
  const day = 24 * 60 * 60_000;
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
  it.each([
    ['is hidden while the last test is unknown', undefined, undefined],
    ['is shown when there was no test', null, 'Testa att larm når dig.'],
    ['is shown 31 days after the last test', ago(31), 'Testa igen. Det tar en halv minut.'],
    ['is hidden 29 days after the last test', ago(29), undefined],
  ])('%s', (_where, testedAt, words) => {
    useDeviceAck.setState({ testedAt }, true);
    expect(renderHook(useTestOffer).result.current).toBe(words);
    vi.restoreAllMocks();
  });
});
