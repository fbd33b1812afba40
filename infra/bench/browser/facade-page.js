import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Facade, WINDOW_PATTERNS } from '../../../frontend/src/ui/facade/facade.tsx';

const WORDS = { help: 'behöver hjälp', lit: 'redo', hatched: 'inte testade', dark: 'frånkopplade' };

/** 300 homes in five entrances with ten floors of six. */
const homes = Array.from({ length: 300 }, (_, n) => ({
  entrance: 'ABCDE'.charAt(n % 5),
  apartment: `${10 + (Math.floor(n / 5) % 10)}0${Math.floor(n / 50) + 1}`,
  pattern: WINDOW_PATTERNS[n % WINDOW_PATTERNS.length],
}));

/** The page around the building: React has drawn a list before it draws the first building. */
const page = document.createElement('div');
const lines = homes.map((_, n) => createElement('li', { key: n, className: 'line' }, `Rad ${n}`));
flushSync(() => createRoot(page).render(createElement('ul', null, lines)));

/** @returns the milliseconds from the first drawing of the building to its layout, and its windows */
globalThis.drawBuilding = () => {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const began = performance.now();
  flushSync(() => root.render(createElement(Facade, { homes, words: WORDS })));
  box.getBoundingClientRect();
  const took = performance.now() - began;
  const windows = box.querySelector('svg').querySelectorAll('[data-pattern]').length;
  return { took, windows };
};
