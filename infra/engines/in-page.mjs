// @ts-check
/**
 * Functions that run in the page. The drivers send their text, so they use nothing from outside.
 */

/**
 * Finds what a person would point at.
 * @param {'button' | 'link' | 'field'} kind
 * @param {string} name its label, or the first words of its text
 * @returns the point in its middle; null while it is not shown, is disabled or something lies over it
 */
export function locate(kind, name) {
  const selector = { button: 'button, [role="button"]', link: 'a', field: 'input, textarea' }[kind];
  const nameOf = (/** @type {HTMLElement} */ one) => {
    const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : [];
    const text = one.getAttribute('aria-label') ?? (labels[0]?.innerText || one.innerText);
    return text.replace(/\s+/g, ' ').trim();
  };
  /** @type {NodeListOf<HTMLButtonElement>} */
  const all = document.querySelectorAll(selector);
  for (const one of all) {
    if (!nameOf(one).startsWith(name) || one.disabled || !one.checkVisibility()) continue;
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = one.getBoundingClientRect();
    const x = Math.round(box.x + box.width / 2);
    const y = Math.round(box.y + box.height / 2);
    const hit = document.elementFromPoint(x, y);
    if (hit && (one.contains(hit) || hit.contains(one))) return { x, y };
  }
  return null;
}

/** @returns the visible text of the page, in one line */
export function readText() {
  return (document.body?.innerText ?? '').replace(/\s+/g, ' ');
}

/** Records what a page complains about, for a driver that does not report it. */
export function recordComplaints() {
  const page = /** @type {Window & { complaints?: string[] }} */ (window);
  if (page.complaints) return;
  /** @type {string[]} */
  const complaints = [];
  page.complaints = complaints;
  const error = console.error.bind(console);
  console.error = (...parts) => {
    complaints.push(parts.map(String).join(' '));
    error(...parts);
  };
  window.addEventListener('error', ({ message }) => complaints.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)));
  document.addEventListener('securitypolicyviolation', (event) =>
    complaints.push(`CSP ${event.violatedDirective}: ${event.blockedURI}`),
  );
}

export function readComplaints() {
  return /** @type {Window & { complaints?: string[] }} */ (window).complaints ?? [];
}
