import type { Home } from '@contract/alarm';
import { homeKeyIn } from '@contract/homes';
import { HOMES_PER_BUILDING } from '@contract/limits';
import { RULES } from '@contract/text-rules';
import { simplified } from '@contract/pasted';

/** A line that is no home, or not one more. Lines count from 1. */
export type LineError =
  /** `text` is no number of a home. */
  | { kind: 'digits'; line: number; text: string }
  /** A number of three digits: spreadsheets drop a zero at the beginning. */
  | { kind: 'zero'; line: number; text: string }
  /** A range that ends before it begins. */
  | { kind: 'range'; line: number; text: string }
  | { kind: 'entrance'; line: number; text: string }
  | { kind: 'twice'; line: number; home: Home };

export interface ReadHomes {
  homes: Home[];
  errors: LineError[];
  /** True when the text has more homes than a building may have; the rest were not read. */
  tooMany: boolean;
}

/** A home with its line. */
interface Found {
  home: Home;
  line: number;
}

const NUMBER = /^\d{4}$/;
const RANGE = /^(\d{4})[-–](\d{4})$/;
/** The first part of a line that may be a number or a range; "12" and "12 B" may name an entrance. */
const LOOKS_NUMBERED = /^\d{3,}/;

/**
 * Reads homes as somebody types them: an entrance in each line, its numbers behind it, as single ones and
 * as ranges. "A 1101–1304" are the homes 01 to 04 of the floors 11 to 13.
 */
export function readTyped(text: string): ReadHomes {
  const found: Found[] = [];
  const errors: LineError[] = [];
  for (const [index, raw] of text.split(/\r\n?|\n/).entries()) {
    const line = index + 1;
    const parts = simplified(raw.replace(/\s*[-–]\s*(?=\d{4})/g, '-'))
      .split(/[\s,;]+/)
      .filter(Boolean);
    if (parts.length === 0) continue;
    const first = parts.findIndex((part) => LOOKS_NUMBERED.test(part));
    const name = (first < 0 ? parts.slice(0, -1) : parts.slice(0, first)).join(' ');
    const entrance = name.replace(/:$/, '');
    for (const part of parts.slice(first < 0 ? -1 : first)) {
      const read = expand(part);
      if (typeof read === 'string') errors.push({ kind: read, line, text: part });
      else found.push(...read.map((apartment) => ({ home: homeOf(entrance, apartment), line })));
    }
    if (found.length > HOMES_PER_BUILDING) break;
  }
  return checked(found, errors);
}

/** @returns the numbers of a single one or of a range, or what is wrong with it */
function expand(part: string): string[] | 'digits' | 'zero' | 'range' {
  if (NUMBER.test(part)) return [part];
  if (/^\d{3}$/.test(part)) return 'zero';
  const [, from = '', to = ''] = RANGE.exec(part) ?? [];
  if (!from) return 'digits';
  const [floor, lastFloor] = [Number(from.slice(0, 2)), Number(to.slice(0, 2))];
  const [flat, lastFlat] = [Number(from.slice(2)), Number(to.slice(2))];
  if (floor > lastFloor || flat > lastFlat) return 'range';
  const pad = (number: number) => String(number).padStart(2, '0');
  return Array.from({ length: lastFloor - floor + 1 }, (_, up) =>
    Array.from({ length: lastFlat - flat + 1 }, (_one, on) => pad(floor + up) + pad(flat + on)),
  ).flat();
}

export interface Columns {
  apartment: number;
  /** Undefined without a column of entrances. */
  entrance?: number;
}

/**
 * @param rows the cells of a table
 * @param firstLine the line of the first row, which is 2 below a heading
 */
export function readRows(rows: string[][], columns: Columns, firstLine: number): ReadHomes {
  const found: Found[] = [];
  const errors: LineError[] = [];
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const line = firstLine + index;
    const text = simplified(cells[columns.apartment] ?? '');
    const entrance = simplified(
      columns.entrance === undefined ? '' : (cells[columns.entrance] ?? ''),
    );
    const number = /^(?:lgh|lägenhet)?\.?\s*(\d{4})$/i.exec(text)?.[1];
    if (number) found.push({ home: homeOf(entrance, number), line });
    else errors.push({ kind: /^\d{3}$/.test(text) ? 'zero' : 'digits', line, text });
  }
  return checked(found, errors);
}

const homeOf = (entrance: string, apartment: string): Home => ({
  ...(entrance && { entrance }),
  apartment,
});

function checked(found: Found[], errors: LineError[]): ReadHomes {
  const { max } = RULES.member.entrance;
  const keyOf = homeKeyIn(found.map(({ home }) => home));
  const keys = new Set<string | undefined>();
  const homes: Home[] = [];
  for (const { home, line } of found) {
    const key = keyOf(home);
    if ((home.entrance ?? '').length > max) {
      errors.push({ kind: 'entrance', line, text: home.entrance ?? '' });
    } else if (keys.has(key)) errors.push({ kind: 'twice', line, home });
    else homes.push(home);
    keys.add(key);
  }
  errors.sort((a, b) => a.line - b.line);
  const tooMany = homes.length > HOMES_PER_BUILDING;
  return { homes: homes.slice(0, HOMES_PER_BUILDING), errors, tooMany };
}

/** @returns the text with a zero before the number of three digits in that line */
export function withZero(
  text: string,
  { line, text: number }: { line: number; text: string },
): string {
  const lines = text.split(/\r\n?|\n/);
  lines[line - 1] = (lines[line - 1] ?? '').replace(
    new RegExp(`(^|[^\\d])${number}(?!\\d)`),
    `$10${number}`,
  );
  return lines.join('\n');
}

/**
 * @param firstLine the line of the first home; those above are headings
 * @returns the lines of the text that have an error, to be corrected, below their headings
 */
export function linesWith(text: string, errors: LineError[], firstLine = 1): string {
  const wrong = new Set(errors.filter(({ kind }) => kind !== 'twice').map(({ line }) => line));
  if (wrong.size === 0) return '';
  return text
    .split(/\r\n?|\n/)
    .filter((_, index) => index + 1 < firstLine || wrong.has(index + 1))
    .join('\n');
}
