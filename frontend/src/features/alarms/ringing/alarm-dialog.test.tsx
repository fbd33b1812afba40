import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
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

it('leaves keys and clicks in a question over it to the question', () => {
  const onEscape = vi.fn();
  const onYes = vi.fn();
  render(
    <AlarmDialog headingId="h" content="a1" className="" onEscape={onEscape}>
      <h1 id="h">Brandlarm</h1>
      <ConfirmDialog title="Är faran över?" confirm="Ja" onClose={vi.fn()} onConfirm={onYes} />
    </AlarmDialog>,
  );
  const question = screen.getByRole('dialog');
  const yes = screen.getByRole('button', { name: 'Ja' });
  // The browser closes the question unless one of the two is prevented.
  expect(fireEvent.keyDown(yes, { key: 'Escape' })).toBe(true);
  expect(fireEvent(question, new Event('cancel', { cancelable: true }))).toBe(true);
  expect(fireEvent.keyDown(yes, { key: 'Enter' })).toBe(true);
  fireEvent.click(yes, { detail: 0 });
  expect(onYes).toHaveBeenCalledOnce();
  expect(onEscape).not.toHaveBeenCalled();
});
