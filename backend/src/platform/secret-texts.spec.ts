import { readableSymbols } from './secret-texts.js';

const CODES = 100_000;
const LENGTH = 8;
const SYMBOLS = 32;
/** With 31 degrees of freedom a uniform generator exceeds this in less than one of a million runs. */
const CHI_SQUARE_MAX = 90;

it('has uniform symbols at every position, without I, O, 0 and 1', () => {
  const codes = Array.from({ length: CODES }, () => readableSymbols(LENGTH));
  expect(codes.filter((code) => !/^[A-HJ-NP-Z2-9]{8}$/.test(code))).toEqual([]);
  for (let position = 0; position < LENGTH; position += 1) {
    const counts = new Map<string, number>();
    for (const code of codes) {
      const symbol = code.charAt(position);
      counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
    }
    expect(counts.size).toBe(SYMBOLS);
    const expected = CODES / SYMBOLS;
    const parts = [...counts.values()].map((count) => (count - expected) ** 2 / expected);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeLessThan(CHI_SQUARE_MAX);
  }
});
