import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.js';

it('shows the link to 112 when a page fails to render', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('broken');
  };
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  screen.getByRole('heading', { name: 'Något gick fel på sidan. Ring 112 vid fara.' });
  expect(screen.getByRole('link', { name: 'Ring 112' }).getAttribute('href')).toBe('tel:112');
  screen.getByRole('button', { name: 'Ladda om sidan' });
});
