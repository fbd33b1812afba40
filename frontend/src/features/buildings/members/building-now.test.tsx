import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { listenToReadiness } from '../../../lib/realtime/building-readiness.js';
import { socket, useConnection } from '../../../lib/realtime/socket.js';
import { layoutOf } from '../../../ui/facade/facade-layout.js';
import { HomesReady, windowsOf } from './building-now.js';

/** The drawing in text: a line for each floor, with `x` for a lit window. */
function drawn(ready: number, known: number): string[] {
  const homes = windowsOf(ready, known);
  const { columns, rows, windows } = layoutOf(homes);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const found = windows.find((one) => one.row === row && one.column === column);
      return found ? (found.home.pattern === 'lit' ? 'x' : 'o') : '.';
    }).join(''),
  );
}

describe('the building in numbers', () => {
  it.each<[number, number, string[]]>([
    [0, 0, []],
    [1, 1, ['x']],
    [2, 3, ['xxo']],
    [5, 14, ['oo..', 'oooo', 'xooo', 'xxxx']],
  ])('%i of %i homes are lit from the bottom', (ready, known, floors) => {
    expect(drawn(ready, known)).toEqual(floors);
  });

  it('has a window of its own for each of 300 homes', () => {
    const windows = drawn(120, 300).join('');
    expect([windows.match(/x/g)?.length, windows.match(/o/g)?.length]).toEqual([120, 180]);
  });
});

describe('the building of a resident', () => {
  beforeEach(() => {
    useConnection.setState({ status: 'connected' });
    return listenToReadiness();
  });

  const publish = (homesReady: number) =>
    act(() => {
      const counts = { homesKnown: 4, homesReady, neighboursKnown: 3, neighboursReady: 0 };
      socket
        .listeners('building:readiness')
        .forEach((listener) => listener({ buildingId: 'b', ...counts }));
    });
  const words = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

  it('says how many homes are ready and not which, and follows the counts', () => {
    publish(1);
    render(<HomesReady buildingId="b" />);
    expect(words()).toEqual(['1 redo', '3 inte redo']);
    screen.getByText('Bilden visar hur många lägenheter som är redo, inte vilka.');
    publish(4);
    expect(words()).toEqual(['4 redo']);
  });
});
