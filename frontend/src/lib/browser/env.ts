/** Values that the server writes into the page. */

/** Returns the address for contact and career links, the server's `CONTACT_EMAIL`. */
export function contactEmail(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="resq-contact"]')?.content;
  return written || 'kontakt@resq.example';
}

/** Returns who operates the installation, with the address; empty for one that is no production. */
export function operator(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="resq-operator"]')?.content ?? '';
}

/** Returns the build that the server wrote into this page; "dev" when it wrote none. */
export function build(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="resq-build"]')?.content;
  return written || 'dev';
}
