import { render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PageTitle } from '../ui/pages/page-title.js';
import { ErrorBoundary } from './error-boundary.js';

it('says that a page failed to render, and leads to 112', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Page = ({ isBroken }: { isBroken: boolean }) => {
    if (isBroken) throw new Error('broken');
    return <PageTitle title="Huset">Huset</PageTitle>;
  };
  const page = (isBroken: boolean) => (
    <ErrorBoundary>
      <Page isBroken={isBroken} />
    </ErrorBoundary>
  );
  render(page(false)).rerender(page(true));
  const alert = within(screen.getByRole('alert'));
  const heading = alert.getByRole('heading', {
    name: 'Något gick fel på sidan. Ring 112 vid fara.',
  });
  expect(alert.getByRole('link', { name: 'Ring 112' }).getAttribute('href')).toBe('tel:112');
  screen.getByRole('button', { name: 'Ladda om sidan' });
  expect(document.activeElement).toBe(heading);
  expect(document.title).toBe('Något gick fel – ResQ');
});
