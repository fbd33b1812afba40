import { describe, expect, it } from 'vitest';
import { floorOf, layoutOf } from './facade-layout.js';

/** Homes from lists such as "A: 1001 1002, B: 1001". */
function homesOf(list: string) {
  return list.split(', ').flatMap((part) => {
    const [entrance, apartments = ''] = part.includes(':') ? part.split(': ') : [undefined, part];
    return apartments.split(' ').map((apartment) => ({ apartment, ...(entrance && { entrance }) }));
  });
}

/** The drawing in text: a line for each row, with a dot where there is no window. */
function drawn(list: string): string[] {
  const { columns, rows, otherRows, windows } = layoutOf(homesOf(list));
  return Array.from({ length: rows + otherRows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const found = windows.find((one) => one.row === row && one.column === column);
      return found?.home.apartment ?? '.';
    }).join(' '),
  );
}

it.each([
  ['0901', -1],
  ['1001', 0],
  ['1203', 2],
  ['2204', 12],
  ['12', undefined],
  ['12A', undefined],
  ['', undefined],
])('the number %j is on floor %s', (apartment, floor) => {
  expect(floorOf({ apartment })).toBe(floor);
});

describe('a house is drawn from its numbers', () => {
  it.each<[string, string, string[]]>([
    ['a single home', '1001', ['1001']],
    ['three homes', '1101 1001 1201', ['1201', '1101', '1001']],
    ['floors of different width', '1001 1101 1102 1103', ['1101 1102 1103', '1001 . .']],
    ['numbers in any order', '1102 1101 1001', ['1101 1102', '1001 .']],
    ['a basement', '0901 1001', ['1001', '0901']],
    ['a floor without a home', '1001 1501', ['1501', '1001']],
    ['twelve floors', '2201 1001', ['2201', '1001']],
    ['two entrances', 'B: 1001 1101, A: 1001 1002', ['. . 1101', '1001 1002 1001']],
    ['ten entrances in their order', '10: 1001, 9: 1002, 2: 1003', ['1003 1002 1001']],
    ['entrances in capitals and not', 'a: 1002, A: 1001, b: 1003', ['1001 1002 1003']],
    ['numbers of another kind below', '1001 1002 7 12A', ['1001 1002', '7 12A']],
    ['only numbers of another kind', '3 1 2', ['1 2 3']],
    [
      'a long list of these',
      '1 2 3 4 5 6 7 8 9 10 11 12 13',
      ['1 2 3 4 5 6 7 8 9 10 11 12', '13 . . . . . . . . . . .'],
    ],
  ])('%s', (_, list, rows) => {
    expect(drawn(list)).toEqual(rows);
  });

  it('has an entrance for each part of the house', () => {
    const { entrances } = layoutOf(homesOf('A: 1001 1002, B: 1001'));
    expect(entrances).toEqual([
      { name: 'A', column: 0, columns: 2 },
      { name: 'B', column: 2, columns: 1 },
    ]);
  });

  it('loses none of 300 homes, and puts no two in one place', () => {
    const apartments = Array.from({ length: 300 }, (_, index) => ({
      apartment: `1${Math.floor(index / 30)}0${index % 5}`,
      entrance: 'ABCDEF'.charAt((index % 30) / 5),
    }));
    const { windows } = layoutOf(apartments);
    expect(windows).toHaveLength(300);
    expect(new Set(windows.map(({ column, row }) => `${column} ${row}`)).size).toBe(300);
  });

  it('draws nothing of no homes', () => {
    expect(layoutOf([])).toMatchObject({ columns: 0, rows: 0, windows: [] });
  });
});
