import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tolerateTranslation } from './translated-page.js';

// eslint-disable-next-line @typescript-eslint/unbound-method -- put back as they were
const { insertBefore, removeChild } = Node.prototype;
beforeEach(tolerateTranslation);
afterEach(() => Object.assign(Node.prototype, { insertBefore, removeChild }));

type Translation = (text: Text) => void;
const wrapped: Translation = (text) => {
  const font = document.createElement('font');
  text.replaceWith(font);
  font.append(text);
};
const replaced: Translation = (text) => {
  const font = document.createElement('font');
  font.textContent = text.data;
  text.replaceWith(font);
};

function translate(page: Element, translation: Translation): void {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  texts.forEach(translation);
}

/** The bare texts that the linter cannot see: the children of another component. */
const Page = ({ children, isIcon = false }: { children?: string; isIcon?: boolean }) => (
  <p>
    {isIcon && <i>!</i>}
    {children}
    <b>112</b>
  </p>
);

it.each([
  ['wrapped', wrapped, '!112'],
  // Nobody knows the element that stands for a text that is gone.
  ['replaced', replaced, 'Larm112!'],
] as const)('a page whose texts were %s goes on', (_, translation, after) => {
  const { container, rerender, unmount } = render(<Page>Larm</Page>);
  translate(container, translation);
  rerender(<Page isIcon>Larm</Page>);
  expect(container.textContent).toMatch(/^!?Larm112!?$/);
  rerender(<Page isIcon />);
  expect(container.textContent).toBe(after);
  unmount();
  expect(container.textContent).toBe('');
});

it('shows a text that changes, when it is alone in its element', () => {
  const Clock = ({ time }: { time: string }) => <p>{time}</p>;
  const { container, rerender } = render(<Clock time="0:01" />);
  translate(container, replaced);
  rerender(<Clock time="0:02" />);
  expect(container.textContent).toBe('0:02');
});
