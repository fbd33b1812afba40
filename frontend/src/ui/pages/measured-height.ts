/**
 * Returns a `ref` that keeps the height of its element in a custom property of the page's root. No
 * fixed height is enough for texts that wrap at any width and text size.
 * @param property for example `--bars-height`; unset while the element is not there
 */
export function heightAs(property: string) {
  return (element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(property, `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  };
}
