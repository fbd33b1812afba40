import { checkText } from './check-text.js';
import { RULES } from './text-rules.js';
import { isolated, tidied } from './written-text.js';

const { name } = RULES.member;

it.each([
  ['an override that turns numbers', 'Karl\u202e1102', 'Karl1102'],
  ['isolates and marks of direction', '\u2067Karl\u2069\u200f\u061c', 'Karl'],
  ['zero-width spaces of copied text', '\ufeffKa\u200brl\u2060', 'Karl'],
  ['eighty marks on a letter', `A${'\u0335'.repeat(80)}nna`, 'A\u0335\u0335nna'],
  [
    'marks with joiners between',
    `A${'\u0335\u200d'.repeat(80)}nna`,
    'A\u0335\u200d\u0335\u200dnna',
  ],
  ['an enclosing mark too many', 'A\u0335\u0335\u20dd', 'A\u0335\u0335'],
  ['a decomposed letter', 'A\u030asa', 'Åsa'],
  ['line breaks', ' Karl\r\nEk\u2028Berg ', 'Karl Ek Berg'],
])('takes away %s', (_, typed, saved) => {
  expect(tidied(typed)).toBe(saved);
  expect(tidied(saved)).toBe(saved);
  expect(checkText(name, typed)).toBeUndefined();
});

it.each([
  'Ö',
  'محمد العلي',
  'שָׁלוֹם כהן',
  'می\u200cخواهم',
  'র\u200d্যাব',
  "Siobhán O'Brien",
  'D’Arcy 👩‍👩‍👧‍👦',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '❤️‍🔥 1️⃣',
  'Nguyễn Thị Ánh',
  '.',
])('leaves %s as it is', (typed) => {
  expect(tidied(typed)).toBe(typed.normalize('NFC'));
  expect(checkText(name, typed)).toBeUndefined();
});

it('composes letters that hidden characters divided', () =>
  expect(tidied('A\u200b\u030a')).toBe('Å'));

it.each([
  ['marks', '\u0301\u0323'],
  ['marks that are two', '\u0344\u0323'],
])('never sorts a long run of %s', (_, marks) => {
  const composed = jest.spyOn(String.prototype, 'normalize');
  tidied(`A${marks.repeat(8_000)}nna`);
  const lengths = composed.mock.contexts.map(({ length }) => length);
  composed.mockRestore();
  expect(lengths).toEqual(['A'.length + 30 + 'nna'.length]);
});

// Reading the run once from each of its places takes half an hour.
it.each(['x', '\u20dd', 'x\u0301\u0301'])(
  'reads a long run of joiners after %j at once',
  (start) => {
    const typed = `${start}${'\u200d'.repeat(300_000)}nna`;
    expect(tidied(typed)).toHaveLength(typed.length);
  },
);

it.each([
  '\u3164',
  '\u115f\u1160',
  '\uffa0',
  '\u2800',
  '\u200d\u200c',
  '\u0301',
  '\ufe0f',
  '\u2028',
])('refuses %j as a name, because nobody sees it', (typed) =>
  expect(checkText(name, typed)).toBe('Ange ditt namn'),
);

it('counts an optional text of which nothing is visible as missing', () => {
  expect(tidied('\u3164')).toBe('');
  expect(checkText(RULES.member.entrance, '\u3164')).toBeUndefined();
});

it('refuses what the database cannot save', () => {
  expect(checkText(name, 'Karl\0')).toBe('Texten innehåller tecken som inte går att spara');
});

it('keeps the lines of a message', () => {
  expect(tidied('Hej\n\nKarl', true)).toBe('Hej\n\nKarl');
});

it('isolates a saved text that would end its own isolation', () => {
  expect(isolated('Karl\u2069\u202e Ek')).toBe('\u2068Karl Ek\u2069');
});
