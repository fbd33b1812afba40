import ipaddr from 'ipaddr.js';

const IPV6_NETWORK_GROUPS = 4;
/** Some proxies add the port to the addresses in X-Forwarded-For, and brackets to those of IPv6. */
const WITH_PORT = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/;
const NO_ADDRESS = 'no address';

/**
 * @returns the part that counts as one address: an IPv6 /64 belongs to one home (RFC 6177), and an
 *   IPv4 address counts the same in every notation of its mapping to IPv6. Everything that is no
 *   address counts as one, or a text that changes with each request would pass all limits.
 */
export function networkOf(address: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? [];
  const plain = ipv6 ?? ipv4 ?? address;
  if (!ipaddr.isValid(plain)) return NO_ADDRESS;
  const parsed = ipaddr.process(plain);
  if (!('parts' in parsed)) return parsed.toString();
  const groups = parsed.parts.slice(0, IPV6_NETWORK_GROUPS);
  return groups.map((group) => group.toString(16)).join(':');
}
