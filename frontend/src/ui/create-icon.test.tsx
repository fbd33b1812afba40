import { render } from '@testing-library/react';
import * as flame from 'lucide-react/icons/flame';
import * as phone from 'lucide-react/icons/phone';
import * as warning from 'lucide-react/icons/triangle-exclamation-point';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import createIcon from './create-icon.js';

const STYLES = { strokeWidth: 2.5, className: 'size-5' };

/** Returns the image's attributes and lines. The package adds class names that no style uses. */
function drawn(image: ReactNode) {
  const { container, unmount } = render(image);
  const svg = container.querySelector('svg');
  svg?.removeAttribute('xmlns');
  svg?.classList.forEach((name) => name.startsWith('lucide') && svg.classList.remove(name));
  const attributes = [...(svg?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`);
  const lines = svg?.innerHTML;
  unmount();
  return { attributes: attributes.sort(), lines };
}

/** The types of the package leave out the lines. */
type Data = Parameters<typeof createIcon>[0];
const dataOf = (icon: object) => (icon as { __iconData: Data }).__iconData;

it.each([flame, phone, warning])('draws an icon as the package does (%#)', (icon) => {
  const Original = icon.default;
  const Icon = createIcon(dataOf(icon));
  expect(drawn(<Icon {...STYLES} />)).toEqual(drawn(<Original {...STYLES} />));
});
