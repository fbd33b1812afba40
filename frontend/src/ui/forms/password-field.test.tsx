import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PasswordField } from './password-field.js';

const open = () =>
  render(
    <form onSubmit={(event) => event.preventDefault()}>
      <PasswordField label="Lösenord" name="password" />
      <button type="submit">Skicka</button>
    </form>,
  );
const field = () => screen.getByLabelText<HTMLInputElement>(/Lösenord/);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('is the only element that the label matches, also as a part', () => {
  open();
  expect(field().type).toBe('password');
});

it('shows the typed text, hides it again, and announces both', () => {
  open();
  press('Visa lösenordet');
  expect(field().type).toBe('text');
  expect(screen.getByRole('status').textContent).toBe('Lösenordet visas.');
  press('Dölj lösenordet');
  expect(field().type).toBe('password');
  expect(screen.getByRole('status').textContent).toBe('Lösenordet är dolt.');
});

it('is hidden when it is sent, so that no browser saves it as plain text', () => {
  open();
  press('Visa lösenordet');
  fireEvent.submit(field());
  expect(field().type).toBe('password');
});
