/** A home by the number on its door. */
export interface NumberedHome {
  entrance?: string;
  apartment: string;
}

/** A home at its place in the drawing, counted in windows from the top left. */
export interface Placed<T> {
  home: T;
  column: number;
  row: number;
}

export interface FacadeLayout<T> {
  columns: number;
  /** The floors from the top, without the rows of `others`. */
  rows: number;
  /** The rows below the building, for homes whose number says no floor. */
  otherRows: number;
  /** From left to right. */
  entrances: { name: string; column: number; columns: number }[];
  windows: Placed<T>[];
}

/** The first two digits of a Swedish apartment number count the floors from 10 (Lantmäteriet). */
const GROUND = 10;
/** A building without any floor is drawn this many windows wide. */
const WIDTH_WITHOUT_FLOORS = 12;

/** @returns the floor, 0 for the one of the entrance; undefined for a number of another kind */
export function floorOf({ apartment }: NumberedHome): number | undefined {
  return /^\d{4}$/.test(apartment) ? Number(apartment.slice(0, 2)) - GROUND : undefined;
}

/**
 * Places homes as they lie in their building: entrances beside each other, floors above each other, and
 * on a floor by number. Floors without a home are left out.
 */
export function layoutOf<T extends NumberedHome>(homes: T[]): FacadeLayout<T> {
  const all = homes
    .map((home) => ({ home, floor: floorOf(home), entrance: entranceOf(home) }))
    .toSorted((a, b) => inSwedish(a.home.apartment, b.home.apartment));
  const numbered = all.filter(({ floor }) => floor !== undefined);
  const others = all.filter(({ floor }) => floor === undefined);
  const floors = [...new Set(numbered.map(({ floor }) => floor!))].toSorted((a, b) => b - a);
  const rowOf = new Map(floors.map((floor, row) => [floor, row]));
  const windows: Placed<T>[] = [];
  const entrances: FacadeLayout<T>['entrances'] = [];
  let columns = 0;
  for (const name of [...new Set(numbered.map(({ entrance }) => entrance))].toSorted(inSwedish)) {
    const filled = floors.map(() => 0);
    for (const { home, floor, entrance } of numbered) {
      if (entrance !== name) continue;
      const row = rowOf.get(floor!)!;
      windows.push({ home, column: columns + filled[row]!++, row });
    }
    const width = Math.max(...filled);
    entrances.push({ name, column: columns, columns: width });
    columns += width;
  }
  columns ||= Math.min(WIDTH_WITHOUT_FLOORS, others.length);
  for (const [index, { home }] of others.entries()) {
    const row = floors.length + Math.floor(index / columns);
    windows.push({ home, column: index % columns, row });
  }
  const otherRows = others.length > 0 ? Math.ceil(others.length / columns) : 0;
  return { columns, rows: floors.length, otherRows, entrances, windows };
}

/** One for all: `localeCompare` would make a new one for each of thousands of comparisons. */
const { compare: inSwedish } = new Intl.Collator('sv', { numeric: true });
const entranceOf = ({ entrance = '' }: NumberedHome) => entrance.trim().toLocaleUpperCase('sv');
