import { cellsOf } from './cells.js';
import type { Columns } from './read-homes.js';

export interface Table {
  /** The headings; empty texts without any. */
  headings: string[];
  rows: string[][];
  /** The line of the first row. */
  firstLine: number;
  /** The columns, as far as headings and content tell them. */
  columns: Partial<Columns>;
  /** True when somebody has to say which column is which. */
  isUnsure: boolean;
}

/**
 * @returns the separator of a table's cells; undefined for a text that is no table. A typed line may have
 *   commas between its numbers; a first line with commas and without a number is a line of headings
 */
export function separatorOf(text: string, isFile: boolean): string | undefined {
  if (text.includes('\t')) return '\t';
  if (text.includes(';')) return ';';
  return text.includes(',') && (isFile || /^[^\d,]+,[^\d]*[\r\n]/.test(text)) ? ',' : undefined;
}

const APARTMENT = /lägenhet|lgh|bostad|nummer|^nr\.?$/i;
const ENTRANCE = /uppgång|trapp|port|entré|adress/i;
/** Names of entrances that no heading has to announce: "A", "12 B", "Uppgång C". */
const SHORT_ENTRANCE = /^(?:(?:uppgång|uppg|trappa|port|entré)\.?\s*)?(?:\d{1,3}\s?)?\p{L}?$/iu;
const NUMBERED = /^(?:(?:lgh|lägenhet)\.?\s*)?\d{3,4}$/i;

/**
 * Reads a table, and tells its columns by their headings, else by what is in them. Lists of homes have
 * residents' names and more beside the homes, and only entrance and number may leave the browser: a column
 * is the entrance where its heading says so, or where there are no headings and it reads like one.
 */
export function readTable(text: string, separator: string): Table {
  const cells = cellsOf(text.replace(/^\ufeff/, ''), separator);
  const width = Math.max(0, ...cells.map((row) => row.length));
  const isNumbered = (cell = '') => NUMBERED.test(cell.trim());
  const hasHeadings = !(cells[0] ?? []).some(isNumbered) && cells.length > 1;
  const rows = hasHeadings ? cells.slice(1) : cells;
  const headings = Array.from({ length: width }, (_, n) =>
    hasHeadings ? (cells[0]?.[n] ?? '') : '',
  );
  const all = headings.map((_, n) => n);

  const share = (n: number) => rows.filter((row) => isNumbered(row[n])).length;
  const numbered = all.filter((n) => share(n) > 0 && share(n) * 2 >= rows.filter(hasText).length);
  const named = all.filter((n) => APARTMENT.test(headings[n] ?? '') && share(n) > 0);
  const apartment = named.length === 1 ? named[0] : numbered.length === 1 ? numbered[0] : undefined;

  const others = all.filter((n) => n !== apartment && rows.some((row) => (row[n] ?? '').trim()));
  const entrances = others.filter((n) => ENTRANCE.test(headings[n] ?? ''));
  const [only] = others;
  const isClear =
    others.length === 1 && !hasHeadings && readsLikeEntrances(rows.map((row) => row[only!] ?? ''));
  const entrance = entrances.length === 1 ? entrances[0] : isClear ? only : undefined;
  return {
    headings,
    rows,
    firstLine: hasHeadings ? 2 : 1,
    columns: {
      ...(apartment !== undefined && { apartment }),
      ...(entrance !== undefined && { entrance }),
    },
    isUnsure: apartment === undefined || (entrance === undefined && others.length > 0),
  };
}

/** True for short names, and for names that each repeat, as one does for the homes of an entrance. */
function readsLikeEntrances(cells: string[]): boolean {
  const names = cells.map((cell) => cell.trim()).filter(Boolean);
  const kinds = new Set(names).size;
  return names.every((name) => SHORT_ENTRANCE.test(name)) || kinds * 4 <= names.length;
}

const hasText = (row: string[]) => row.some((cell) => cell.trim());
