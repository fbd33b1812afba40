/** What the served page knows about its installation. */

/** The address for contact and career links; the server writes its `CONTACT_EMAIL` into the page. */
export function contactEmail(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="resq-contact"]')?.content;
  return written || 'kontakt@resq.example';
}

/** Names the running build by its hashed entry file, the name the build's manifest knows. */
export function build(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return /\/assets\/([^/?]+)\.js$/.exec(entry?.src ?? '')?.[1] ?? 'dev';
}
