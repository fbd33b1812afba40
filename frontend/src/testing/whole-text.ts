/**
 * Matches the innermost element that shows the whole text. Names are elements of their own inside it,
 * and `getByText` compares an element's own text nodes only.
 */
export const whole =
  (text: string | RegExp) =>
  (_: string, element: Element | null): boolean => {
    const fits = (one: Element | null) => {
      const shown = one?.textContent?.replaceAll('\u00a0', ' ') ?? '';
      return typeof text === 'string' ? shown === text : text.test(shown);
    };
    return fits(element) && ![...(element?.children ?? [])].some(fits);
  };
