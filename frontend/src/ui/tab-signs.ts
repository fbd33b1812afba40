/** The title and the icon of the tab, which are seen while another tab is in front. */

/** The parts of the window's title. An alarm replaces the others; `errors` and `state` go before `page`. */
type Part = 'alarm' | 'state' | 'errors' | 'page';

const parts: Record<Part, string> = { alarm: '', state: '', errors: '', page: document.title };

/**
 * Changes one part of the title. All of ResQ writes it here, so no part has to save or restore
 * another. Other programs write it too, such as extensions that number the tabs: what they write
 * stays until the next change, because a page that insists never comes to an end against them.
 * @param text empty when the part is over
 */
export function setTitle(part: Part, text = ''): void {
  if (parts[part] === text) return;
  parts[part] = text;
  document.title = parts.alarm || parts.state + parts.errors + parts.page;
}

export const titlePart = (part: Part): string => parts[part];

/** The states that a tab's icon shows; the first one wins. */
const SIGNS = ['alarm', 'unprotected'] as const;
type FaviconSign = (typeof SIGNS)[number];

const picture = (shape: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shape}</svg>`)}`;
const MARK =
  '<path d="M16 7v11" stroke="#fff" stroke-width="5" stroke-linecap="round"/><circle cx="16" cy="25" r="2.8" fill="#fff"/>';

/** Data URLs work without a network. The pictures differ in shape, not only in colour. */
const PICTURES: Record<FaviconSign, string> = {
  alarm: picture(`<circle cx="16" cy="16" r="16" fill="#9b1c1c"/>${MARK}`),
  unprotected: picture(
    '<rect width="32" height="32" rx="7" fill="#4a5160"/><path d="M7 25 25 7" stroke="#fff" stroke-width="5" stroke-linecap="round"/>',
  ),
};

const shown = new Set<FaviconSign>();
let own: HTMLLinkElement | undefined;
/** The page's own icons, removed from the page while a sign is shown. */
let plain: HTMLLinkElement[] = [];

/** Shows or removes a sign. An alarm wins over any other, in whatever order they come and go. */
export function signFavicon(sign: FaviconSign, isOn: boolean): void {
  if (isOn) shown.add(sign);
  else shown.delete(sign);
  const first = SIGNS.find((one) => shown.has(one));
  if (!first) {
    own?.replaceWith(...plain);
    own = undefined;
    return;
  }
  if (!own) {
    plain = [...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')];
    own = document.createElement('link');
    own.rel = 'icon';
    plain.forEach((link) => link.remove());
    document.head.append(own);
  }
  own.href = PICTURES[first];
}
