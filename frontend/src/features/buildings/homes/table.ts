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
/** "Port A" names an entrance, and "Port" heads a column of them. */
const NAMED_ENTRANCE = /^(?:uppgång|uppg|trappa|port|entré)\.?\s+\p{L}$/iu;
const NUMBERED = /^(?:(?:lgh|lägenhet)\.?\s*)?\d{3,4}$/i;
/** Also wrong numbers of homes, such as "12A" and "Lgh nr 1101". */
const LIKE_NUMBERED = /^\s*(?:(?:lgh|lägenhet)\.?\s*)?\d|\d{3}/i;

/**
 * Reads a table, and tells its columns by their headings, else by what is in them. Lists of homes have
 * residents' names and more beside the homes, and only entrance and number may leave the browser: a column
 * is the entrance where its heading says so, or where there are no headings and it reads like one.
 */
export function readTable(text: string, separator: string): Table {
  const cells = cellsOf(text.replace(/^\ufeff/, ''), separator);
  const width = Math.max(0, ...cells.map((row) => row.length));
  const isNumbered = (cell = '') => NUMBERED.test(cell.trim());
  const first = cells[0] ?? [];
  const isWords = (cell: string) => !/\d/.test(cell);
  // "Yta m2" is a heading. A wrong number of a home is none: its line must be shown as wrong.
  const isHeading = (cell: string) =>
    isWords(cell) &&
    (APARTMENT.test(cell) || ENTRANCE.test(cell)) &&
    !NAMED_ENTRANCE.test(cell.trim());
  const hasHeadings =
    cells.length > 1 &&
    (first.every(isWords) ||
      (first.some(isHeading) && !first.some((cell) => LIKE_NUMBERED.test(cell))));
  const rows = hasHeadings ? cells.slice(1) : cells;
  const headings = Array.from({ length: width }, (_, n) => (hasHeadings ? (first[n] ?? '') : ''));
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

/**
 * Splits a table into cells, as RFC 4180 says: a cell in quotes may hold the separator, line breaks, and two
 * quotes for one. A quote inside of a cell without quotes is a quote.
 */
export function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[++at] ?? '';
      else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) endCell();
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at++;
      endCell();
      rows.push(row);
      row = [];
    } else cell += sign;
  }
  if (cell !== '' || row.length > 0) {
    endCell();
    rows.push(row);
  }
  return rows;
}

/** The byte order marks of the encodings that say what they are. */
const MARKS: [number[], string][] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
];
/** The first bytes of Excel's files: a ZIP archive, and the compound file of old versions. */
const EXCEL = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

const begins = (bytes: Uint8Array, mark: number[]) => mark.every((byte, n) => bytes[n] === byte);

/**
 * Reads a text file of a spreadsheet: by its byte order mark, else as UTF-8 where it is valid, and else as
 * windows-1252, which Swedish versions of Excel write.
 * @returns the text; undefined for a file of Excel itself
 */
export function decode(bytes: Uint8Array): string | undefined {
  if (EXCEL.some((mark) => begins(bytes, mark))) return undefined;
  const marked = MARKS.find(([mark]) => begins(bytes, mark))?.[1];
  if (marked) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
