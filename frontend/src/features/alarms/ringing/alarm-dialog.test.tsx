import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AlarmDialog } from './alarm-dialog.js';

it('leads the focus from the last control to a text that scrolls, and back', () => {
  render(
    <AlarmDialog headingId="h" content="a1" className="" onEscape={() => undefined}>
      <h1 id="h" tabIndex={-1}>
        Brandlarm
      </h1>
      <div tabIndex={0}>Lång text</div>
      <button type="button">Minimera</button>
    </AlarmDialog>,
  );
  const [text, button] = [screen.getByText('Lång text'), screen.getByRole('button')];
  button.focus();
  fireEvent.keyDown(button, { key: 'Tab' });
  expect(document.activeElement).toBe(text);
  fireEvent.keyDown(text, { key: 'Tab', shiftKey: true });
  expect(document.activeElement).toBe(button);
});
