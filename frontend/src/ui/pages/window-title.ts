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
