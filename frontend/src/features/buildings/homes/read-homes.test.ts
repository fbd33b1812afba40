import { describe, expect, it } from 'vitest';
import { linesWith, type LineError, readRows, readTyped, withZero } from './read-homes.js';
import { cellsOf, decode, readTable, separatorOf } from './table.js';

const FLOORS = [11, 12, 13].flatMap((floor) => ['01', '02', '03', '04'].map((n) => `${floor}${n}`));
const FOURTEEN = ['1001', '1002', ...FLOORS];
const textsOf = (homes: { entrance?: string; apartment: string }[]) =>
  homes.map(({ entrance = '', apartment }) => `${entrance} ${apartment}`.trim());

/** Reads a text as the page does. */
function read(text: string, isFile = false) {
  const separator = separatorOf(text, isFile);
  if (!separator) return readTyped(text);
  const table = readTable(text, separator);
  const { apartment = 0, entrance } = table.columns;
  return readRows(table.rows, { apartment, entrance }, table.firstLine);
}

const bytesOf: Record<string, (text: string) => Uint8Array> = {
  'UTF-8': (text) => new TextEncoder().encode(text),
  'UTF-8 with mark': (text) => new TextEncoder().encode(`\ufeff${text}`),
  'UTF-16LE with mark': (text) => sixteen(`\ufeff${text}`, true),
  'UTF-16BE with mark': (text) => sixteen(`\ufeff${text}`, false),
  'windows-1252': (text) => Uint8Array.from(text, (one) => one.charCodeAt(0)),
};

function sixteen(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let n = 0; n < text.length; n++) view.setUint16(n * 2, text.charCodeAt(n), isLittle);
  return new Uint8Array(view.buffer);
}

describe('a spreadsheet’s list', () => {
  const separators = { tab: '\t', semicolon: ';', comma: ',' };
  const cases = Object.keys(bytesOf).flatMap((encoding) =>
    Object.entries(separators).flatMap(([name, separator]) =>
      [true, false].map((headed) => ({ encoding, name, separator, headed })),
    ),
  );
  it.each(cases)('in $encoding with $name gives the same homes', (one) => {
    const rows = FOURTEEN.map((number) => ['Gården', number].join(one.separator));
    const text = [one.headed ? ['Uppgång', 'Lägenhet'].join(one.separator) : [], ...rows]
      .flat()
      .join('\r\n');
    const decoded = decode(bytesOf[one.encoding]!(text));
    const { homes, errors } = read(decoded!, true);
    expect(textsOf(homes)).toEqual(FOURTEEN.map((number) => `Gården ${number}`));
    expect(errors).toEqual([]);
  });

  it('has its columns in any order, with others beside them', () => {
    const text = 'Namn;Lgh nr;Trappa\n"Berg; Anna";1001;A\n"Ek, Karl";1002;"A"\n';
    const table = readTable(text, ';');
    expect(table).toMatchObject({ columns: { apartment: 1, entrance: 2 }, isUnsure: false });
    expect(textsOf(read(text).homes)).toEqual(['A 1001', 'A 1002']);
  });

  it.each([
    ['Namn;Lgh\nAnna Berg;1001\nKarl Ek;1002\n'],
    ['Lgh;Kontrakt\n1001;ja\n1002;ja\n1003;ja\n1004;ja\n'],
    ['Anna Berg;1001\nKarl Ek;1002\nLisa Ek;1003\n'],
    ['Namn,Lgh\nAnna Berg,1001\n'],
  ])('sends no other column than entrance and number: %j', (text) => {
    const table = readTable(text, separatorOf(text, false)!);
    expect(table.columns.entrance).toBeUndefined();
    expect(table.isUnsure).toBe(true);
    expect(read(text).homes.every(({ entrance }) => entrance === undefined)).toBe(true);
  });

  it.each(['A;1001\nB;1001\n', '12 B;1001\n14;1001\n', 'Uppgång A;1001\nuppg. B;1002\n'])(
    'has short entrances without headings: %j',
    (text) => {
      expect(readTable(text, ';')).toMatchObject({
        columns: { entrance: 0, apartment: 1 },
        isUnsure: false,
      });
    },
  );

  it('has headings of which one has a digit', () => {
    expect(readTable('Lägenhet;Uppgång;Yta m2\n1101;A;54\n1101;B;60', ';')).toMatchObject({
      columns: { apartment: 0, entrance: 1 },
      firstLine: 2,
    });
  });

  it.each([
    'Uppgång A;12A',
    'Port B;lgh 12A',
    'A;12A;Bostad',
    'Uppgång A;Lgh nr 1101',
    'Port A;Lgh nr 12',
  ])('has a first line with a wrong number and words of headings: %j', (line) => {
    expect(readTable(`${line}\nA;1001`, ';').firstLine).toBe(1);
  });

  it('has no headings where its first line has a wrong number, and names that line', () => {
    const { homes, errors } = read('A;12A\nA;901\nA;1001\nA;1002\n');
    expect(textsOf(homes)).toEqual(['A 1001', 'A 1002']);
    expect(errors.map(({ kind, line }) => [kind, line])).toEqual([
      ['digits', 1],
      ['zero', 2],
    ]);
  });

  it('is asked about where two columns may be the number', () => {
    const table = readTable('0101;1001\n0102;1002', ';');
    expect(table).toMatchObject({ isUnsure: true, columns: {} });
  });

  it('is recognized as a file of Excel itself', () => {
    expect(decode(Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 1, 2))).toBeUndefined();
    expect(decode(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1, 2))).toBeUndefined();
  });

  it('loses only its wrong lines, and says what a spreadsheet has dropped', () => {
    const text = 'Lägenhet\n901\n12A\n1001\n1001\n';
    const { homes, errors } = read(`${text}\t`, false);
    expect(textsOf(homes)).toEqual(['1001']);
    expect(errors.map(({ kind, line }) => [kind, line])).toEqual([
      ['zero', 2],
      ['digits', 3],
      ['twice', 5],
    ]);
  });
});

describe('typed homes', () => {
  it.each([
    ['A 1001–1002, 1101–1304', FOURTEEN.map((number) => `A ${number}`)],
    ['1001-1002 1101 - 1304', FOURTEEN],
    ['A: 1001\nUppgång B 1001, 1002', ['A 1001', 'Uppgång B 1001', 'Uppgång B 1002']],
    ['Gjutargatan 12 B 1001', ['Gjutargatan 12 B 1001']],
    ['\n  A\u00a01001 \n', ['A 1001']],
    ['', []],
  ])('%j', (text, homes) => {
    const read = readTyped(text);
    expect(textsOf(read.homes)).toEqual(homes);
    expect(read.errors).toEqual([]);
  });

  it.each<[string, LineError[]]>([
    ['A 12A', [{ kind: 'digits', line: 1, text: '12A' }]],
    ['A 1001\nA 901', [{ kind: 'zero', line: 2, text: '901' }]],
    ['A 1304–1101', [{ kind: 'range', line: 1, text: '1304-1101' }]],
    [
      'A 1001\nUppg. A 1001',
      [{ kind: 'twice', line: 2, home: { entrance: 'Uppg. A', apartment: '1001' } }],
    ],
    [`${'å'.repeat(41)} 1001`, [{ kind: 'entrance', line: 1, text: 'å'.repeat(41) }]],
  ])('%j names the line', (text, errors) => {
    expect(readTyped(text).errors).toEqual(errors);
  });

  it('are at most a thousand', () => {
    const { homes, tooMany } = readTyped('1001-9099');
    expect([homes.length, tooMany]).toEqual([1_000, true]);
    expect(readTyped('1001-1910').tooMany).toBe(false);
  });
});

it.each([
  [
    'a;b\r\nc;d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"a;b";"c ""d"""\n\n', [['a;b', 'c "d"'], ['']]],
  ['"a\nb";c', [['a\nb', 'c']]],
  ['5" ; b', [['5" ', ' b']]],
  [';', [['', '']]],
])('%j has the cells of RFC 4180', (text, cells) => {
  expect(cellsOf(text, ';')).toEqual(cells);
});

it('adds a zero in its line, and keeps only the wrong lines', () => {
  const text = 'A 1901, 901\nB 901';
  expect(withZero(text, { line: 1, text: '901' })).toBe('A 1901, 0901\nB 901');
  expect(linesWith('A 1001\nA 12A\nB 1001', readTyped('A 1001\nA 12A\nB 1001').errors)).toBe(
    'A 12A',
  );
});
