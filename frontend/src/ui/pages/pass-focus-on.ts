/**
 * A `ref` of an element that may go while a control in it has the focus, for example after a deletion.
 * The heading of its section takes the focus then, or the one of the page: a screen reader would say
 * nothing, and the next Tab could begin anywhere.
 */
export const passFocusOn = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  const heading =
    element.parentElement?.closest('section')?.querySelector('h2') ??
    document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
};
