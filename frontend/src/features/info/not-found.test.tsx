import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import NotFound from './not-found.js';

it('logs the visited path to the console, and links to the start page', () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  render(
    <MemoryRouter initialEntries={['/finns/inte.html']}>
      <NotFound />
    </MemoryRouter>,
  );
  expect(log).toHaveBeenCalledTimes(1);
  expect(log.mock.calls[0]?.join(' ')).toContain('/finns/inte.html');
  screen.getByRole('heading', { name: 'Oops! Page not found' });
  expect(screen.getByRole('link', { name: 'Till startsidan' }).getAttribute('href')).toBe('/');
});
