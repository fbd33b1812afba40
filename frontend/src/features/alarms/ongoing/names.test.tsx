import { isolated } from '@contract/written-text';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Names } from '../../../ui/names.js';

const show = (text: string) => render(<Names in={text} />).container;

it.each(['محمد العلي', 'כהן', 'a', '<b>', 'i', '1102', '$&', 'Siobhán O’Brien 👩‍👩‍👧'])(
  'isolates the name %s and lets no translation change it',
  (name) => {
    const shown = show(`lägenhet ${isolated('1102')} (${isolated(name)}) i vind`);
    expect(shown.textContent).toBe(`lägenhet 1102 (${name}) i vind`);
    expect([...shown.querySelectorAll('bdi[translate=no]')].map((one) => one.textContent)).toEqual([
      '1102',
      name,
    ]);
  },
);

it('shows a text without a name as it is, and nothing for none', () => {
  expect(show('Larmet är över.').textContent).toBe('Larmet är över.');
  expect(show('').childNodes).toHaveLength(0);
});

it('lets a saved name neither end its isolation nor turn the number beside it', () => {
  const shown = show(`${isolated('Karl\u2069\u202e')} 1102`);
  expect(shown.textContent).toBe('Karl 1102');
});
