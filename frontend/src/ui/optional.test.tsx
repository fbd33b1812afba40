import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { optional } from './optional.js';

function show(load: Parameters<typeof optional<object>>[0]) {
  const Picture = optional(load);
  render(
    <main>
      <p>Ring 112</p>
      <Suspense fallback="Laddar">
        <Picture />
      </Suspense>
    </main>,
  );
}

it('leaves out what cannot be loaded, and keeps the page', async () => {
  show(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await expect.poll(() => document.body.textContent).toBe('Ring 112');
});

it('shows what was loaded', async () => {
  show(() => Promise.resolve(() => <p>Huset</p>));
  await screen.findByText('Huset');
});
