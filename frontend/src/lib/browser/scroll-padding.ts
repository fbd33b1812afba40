const GAP_PX = 16;

/**
 * Lets what takes the focus stay above a bar that sticks to the bottom of the window (WCAG 2.4.11). The
 * height of the bar depends on its texts and on their size, so that no fixed space is enough. Used
 * as the bar's `ref`.
 */
export function scrollFocusAbove(bar: HTMLElement | null) {
  if (!bar || typeof ResizeObserver === 'undefined') return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.scrollPaddingBottom = `${bar.offsetHeight + GAP_PX}px`;
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('scroll-padding-bottom');
  };
}
