import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { passFocusOn } from './pass-focus-on.js';

const Page = ({ isShown }: { isShown: boolean }) => (
  <main>
    <h1>Huset</h1>
    <section>
      <h2>Enheter</h2>
      <ul>{isShown && <Row name="Ta bort" />}</ul>
    </section>
    {isShown && <Row name="Stäng" />}
    <button type="button">Annat</button>
  </main>
);
const Row = ({ name }: { name: string }) => (
  <div ref={passFocusOn}>
    <button type="button">{name}</button>
  </div>
);

it.each([
  ['Ta bort', 'Enheter'],
  ['Stäng', 'Huset'],
  ['Annat', 'Annat'],
])('leads from %j, when the rows go, to %j', (from, to) => {
  const { rerender } = render(<Page isShown />);
  screen.getByRole('button', { name: from }).focus();
  rerender(<Page isShown={false} />);
  expect(document.activeElement?.textContent).toBe(to);
});
