/** Values that the server writes into the page. */

/** The address for contact and career links; the server writes its `CONTACT_EMAIL` into the page. */
export function contactEmail(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="resq-contact"]')?.content;
  return written || 'kontakt@resq.example';
}

/** Names this page's build, as the server that served it does; "dev" where there is none. */
export function build(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="resq-build"]')?.content;
  return written || 'dev';
}
