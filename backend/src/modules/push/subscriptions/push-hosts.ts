/** The push services of the browsers, each by its own name. */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'];
/** Domains below which browser vendors run many hosts. */
const DOMAINS = ['push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'];
/** The longest known endpoints have about 700 characters; PostgreSQL indexes no more than 2,700. */
const MAX_LENGTH = 2_000;

/**
 * A subscription's address comes from the browser, and the server sends requests to it. Any other
 * address would let a user send them into the server's own network.
 * @param testHost the `host:port` of the tests' push service
 */
export function isPushService(endpoint: string, testHost: string | undefined): boolean {
  if (endpoint.length > MAX_LENGTH || !URL.canParse(endpoint)) return false;
  const { href, protocol, host, hostname, port, username, password } = new URL(endpoint);
  // Two parsers may read an address differently unless it is in its normal form.
  if (href !== endpoint || protocol !== 'https:' || username || password) return false;
  if (host === testHost) return true;
  if (port) return false;
  return HOSTS.includes(hostname) || DOMAINS.some((domain) => hostname.endsWith(`.${domain}`));
}
