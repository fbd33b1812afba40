import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Ring112 } from './ring-112.js';

it('keeps the address to say from a translation of the page', () => {
  render(<Ring112 address="Storgatan 12, Umeå" />);
  const address = screen.getByText('Storgatan 12, Umeå');
  expect(address.outerHTML).toBe('<bdi translate="no">Storgatan 12, Umeå</bdi>');
});
